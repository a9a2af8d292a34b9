import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { PageHead } from '../page-head.tsx';
import '../../styles/hotel-head.css';

export const HOTEL_PAGES = {
  details: 'Details',
  calendar: 'Calendar',
  terms: 'Rate plans and terms',
} as const;
export type HotelPageName = keyof typeof HOTEL_PAGES;

interface HotelHeadProps {
  hotelId: string;
  /** Undefined while the hotel loads. */
  name: string | undefined;
  shown: HotelPageName;
  /** Whether the hotel has a calendar and terms. */
  hasInventory: boolean;
  /** Shown after the name in the title of the window. */
  windowTitle?: string;
  /** Buttons of the page, beside the name. */
  children?: ReactNode;
}

/** The head of all pages of a hotel: its name, the buttons of the page beside it, and the same tabs below. */
export function HotelHead({ hotelId, name = 'Hotel', shown, hasInventory, ...props }: HotelHeadProps) {
  const { windowTitle, children } = props;
  const seesInventory = useMay('inventory:view');
  return (
    <div className="hotel-head">
      <PageHead
        title={name}
        windowTitle={windowTitle === undefined ? name : `${name}: ${windowTitle}`}
        back={{ to: '/hotels', label: 'Hotels' }}
      />
      {hasInventory && seesInventory && <HotelTabs {...{ hotelId, shown }} />}
      {children && <div className="hotel-actions">{children}</div>}
    </div>
  );
}

/** Links, because each page has its own address. The calendar keeps its month while the terms are shown. */
function HotelTabs({ hotelId, shown }: Pick<HotelHeadProps, 'hotelId' | 'shown'>) {
  const environment = useEnvironment();
  const [kept] = useFilters(['month', 'week', 'room', 'field']);
  const target = (page: HotelPageName) =>
    page === 'details'
      ? { to: '/$environment/hotels/$hotelId', search: {} }
      : {
          to: '/$environment/hotels/$hotelId/calendar',
          search: { ...kept, ...(page === 'terms' && { tab: 'terms' }) },
        };
  return (
    <nav className="hotel-tabs" aria-label="Pages of this hotel">
      {(Object.keys(HOTEL_PAGES) as HotelPageName[]).map(page => {
        const { to, search } = target(page);
        // The shown page is no link, because following it would discard what is being edited.
        return page === shown ? (
          <span key={page} aria-current="page">
            {HOTEL_PAGES[page]}
          </span>
        ) : (
          <Link
            key={page}
            to={to as '/'}
            params={{ environment, hotelId } as never}
            search={search as never}
            activeOptions={{ exact: true }}
          >
            {HOTEL_PAGES[page]}
          </Link>
        );
      })}
    </nav>
  );
}
