import { Mail, Phone } from 'lucide-react';
import { CopyButton } from '../../components/copy-button.tsx';
import '../../styles/booking-decision.css';

interface ContactProps {
  whose: 'guest' | 'hotel';
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

/** How to reach a hotel or a guest: links that call or write, and buttons that copy. */
export function Contact({ whose, phone, email }: ContactProps) {
  return (
    <>
      {phone && (
        <span className="contact-line">
          <Phone size={14} aria-hidden /> <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          <CopyButton text={phone} label={`Copy the ${whose}’s phone number`} iconOnly />
        </span>
      )}
      {email && (
        <span className="contact-line">
          <Mail size={14} aria-hidden /> <a href={`mailto:${email}`}>{email}</a>
          <CopyButton text={email} label={`Copy the ${whose}’s email address`} iconOnly />
        </span>
      )}
    </>
  );
}
