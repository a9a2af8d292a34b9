import { Globe, Mail, Phone } from 'lucide-react';
import type { Output } from '../lib/calls/operator-client.ts';
import { type Draft, mailtoUrl, telUrl } from './contact-urls.ts';
import { CopyButton } from './copy-button.tsx';
import '../styles/contact.css';

type SupportContact = Output<'providers/list'>['providers'][number]['supportContact'];

interface ContactProps {
  whose: 'guest' | 'hotel' | 'partner' | 'provider';
  phone?: string | null | undefined;
  email?: string | null | undefined;
  /** What an email to the address starts with. */
  draft?: Draft | undefined;
}

/** How to reach a hotel, a guest, a partner or a provider: links that call or write, and buttons that copy. */
export function Contact({ whose, phone, email, draft }: ContactProps) {
  return (
    <>
      {phone && (
        <span className="contact-line">
          <Phone size={14} aria-hidden /> <a href={telUrl(phone)}>{phone}</a>
          <CopyButton text={phone} label={`Copy the ${whose}’s phone number`} iconOnly />
        </span>
      )}
      {email && (
        <span className="contact-line">
          <Mail size={14} aria-hidden /> <a href={mailtoUrl(email, draft)}>{email}</a>
          <CopyButton text={email} label={`Copy the ${whose}’s email address`} iconOnly />
        </span>
      )}
    </>
  );
}

/** How to reach the support of a provider, with the note of the operator. */
export function SupportContact({ contact, draft }: { contact: SupportContact; draft?: Draft | undefined }) {
  const { phone, email, website, note } = contact;
  return (
    <>
      <Contact whose="provider" phone={phone} email={email} draft={draft} />
      {website && (
        <span className="contact-line">
          <Globe size={14} aria-hidden />{' '}
          <a href={website} target="_blank" rel="noreferrer">
            {website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
          </a>
        </span>
      )}
      {note && <span className="contact-note">{note}</span>}
    </>
  );
}

export function hasContact(contact: SupportContact): boolean {
  return Object.values(contact).some(value => value !== null);
}
