import { VOUCHER_LANGUAGES } from '@serai/contract/booking/voucher-languages.ts';
import { useParams } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { downloadBytes } from '../../lib/format/download.ts';
import { useFilters } from '../../lib/url-state.ts';
import '../../styles/bookings.css';

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

export function VoucherPage() {
  const { bookingId } = useParams({ strict: false }) as { bookingId: string };
  const [{ language }, setFilters] = useFilters(['language']);
  const input = { bookingId, ...(language !== undefined && { language }) } as Input<'bookings/voucher'>;
  const shown = useCall('bookings/voucher', { ...input, format: 'HTML' });
  const pdf = useAction('bookings/voucher', {
    changes: [],
    done: file => downloadBytes(`voucher-${bookingId}.pdf`, file.pdf ?? '', 'application/pdf'),
  });
  return (
    <>
      <PageHead
        title="Voucher"
        back={{ to: '/bookings/$bookingId', params: { bookingId }, label: 'Booking' }}
        actions={
          shown.state === 'ready' && (
            <>
              <button type="button" onClick={() => window.print()}>
                <Printer size={16} aria-hidden /> Print
              </button>
              <button
                type="button"
                disabled={pdf.busy}
                onClick={() => void pdf.run({ ...input, format: 'PDF' })}
              >
                <Download size={16} aria-hidden /> {pdf.busy ? 'Preparing…' : 'Download PDF'}
              </button>
            </>
          )
        }
      />
      <FilterBar>
        <FilterSelect
          label="Language"
          all="Language of the search"
          value={language}
          options={VOUCHER_LANGUAGES.map(code => [code, LANGUAGE_NAMES.of(code) ?? code] as const)}
          onChange={chosen => setFilters({ language: chosen })}
        />
      </FilterBar>
      {pdf.failure && <Notice failure={pdf.failure} />}
      <Loaded from={shown} rows={10}>
        {({ html }) => <PrintedPage html={html ?? ''} />}
      </Loaded>
    </>
  );
}

/**
 * Shows a complete page in a shadow root, so that its style and ours do not mix. The content policy forbids inline
 * styles, but allows style sheets that a script constructs. The page contains no scripts.
 */
function PrintedPage({ html }: { html: string }) {
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    // The style is removed before the page is parsed, because the content policy also applies to parsed documents.
    const [start = '', style = '', end = ''] = html.split(/<\/?style>/);
    const page = new DOMParser().parseFromString(start + end, 'text/html');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.replaceAll(/\bbody\b/g, ':host'));
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(...page.body.childNodes);
    host.current.lang = page.documentElement.lang;
  }, [html]);
  return <article ref={host} className="voucher" aria-label="Voucher" />;
}
