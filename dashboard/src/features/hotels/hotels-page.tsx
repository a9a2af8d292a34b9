import { Upload } from 'lucide-react';
import { useState } from 'react';
import { ImportDialog } from '../../components/inventory/import-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { CatalogueList } from './catalogue-list.tsx';
import { PropertyList } from './property-list.tsx';
import '../../styles/inventory.css';

export function HotelsPage() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(['tab']);
  const [isImporting, setImporting] = useState(false);
  const mayChange = useMay(environment === 'production' ? 'admin' : 'developer');
  return (
    <>
      <PageHead
        title="Hotels and inventory"
        lead="The catalogue that partners read, and the hotels whose rooms are sold from here."
        actions={
          mayChange && (
            <button type="button" onClick={() => setImporting(true)}>
              <Upload size={16} aria-hidden /> Import inventory
            </button>
          )
        }
      />
      <Tabs
        label="Which hotels"
        selected={filters.tab ?? 'catalogue'}
        onSelect={id => setFilters({ tab: id === 'catalogue' ? undefined : id })}
        tabs={[
          { id: 'catalogue', label: 'Catalogue', panel: <CatalogueList /> },
          { id: 'own', label: 'Own inventory', panel: <PropertyList /> },
        ]}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}
