import { ArrowLeft, ArrowRight } from 'lucide-react';
import { LinkTo, useGo } from '../../components/link-to.tsx';
import { ComboboxField } from '../../components/pickers/combobox.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useFilters } from '../../lib/url-state.ts';
import { inGroups, inReferenceOrder, neighboursOf, type OperationHead } from './operation-order.ts';

function useOperations(): readonly OperationHead[] {
  const list = useCall('reference/list', {});
  return list.state === 'ready' ? list.data.operations : [];
}

/** Opens another operation, in the same view. A wide window shows the list of operations instead. */
export function OperationSwitcher({ name }: { name: string }) {
  const operations = inReferenceOrder(useOperations());
  const [{ view }] = useFilters(['view']);
  const go = useGo();
  if (operations.length === 0) return null;
  return (
    <div className="operation-switcher">
      <ComboboxField
        label="Go to operation"
        value={name}
        options={operations.map(operation => ({
          value: operation.name,
          name: operation.summary,
          hint: operation.path,
        }))}
        onChange={operation => {
          if (operation !== name)
            void go({ to: '/reference/$operation', params: { operation }, search: { view } });
        }}
      />
    </div>
  );
}

/** All operations by group, beside the page of one. The router marks its link as the current page. */
export function OperationIndex() {
  const operations = useOperations();
  return (
    <nav className="operation-index" aria-label="Operations">
      {inGroups(operations).map(({ group, operations: own }) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {own.map(operation => (
              <li key={operation.name}>
                <LinkTo to="/reference/$operation" params={{ operation: operation.name }}>
                  {operation.summary}
                </LinkTo>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The operations before and after this one, in the order of the reference and in the same view. */
export function OperationSteps({ name }: { name: string }) {
  const [{ view }] = useFilters(['view']);
  const { previous, next } = neighboursOf(useOperations(), name);
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className="operation-steps" aria-label="Previous and next operation">
      {previous && (
        <LinkTo to="/reference/$operation" params={{ operation: previous.name }} search={{ view }}>
          <ArrowLeft size={16} aria-hidden />
          <span>
            <small>Previous</small>
            {previous.summary}
          </span>
        </LinkTo>
      )}
      {next && (
        <LinkTo
          to="/reference/$operation"
          params={{ operation: next.name }}
          search={{ view }}
          className="next"
        >
          <span>
            <small>Next</small>
            {next.summary}
          </span>
          <ArrowRight size={16} aria-hidden />
        </LinkTo>
      )}
    </nav>
  );
}
