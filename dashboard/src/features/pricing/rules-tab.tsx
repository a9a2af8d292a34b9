import { ArrowDown, ArrowUp, Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { type NameOf, type Rule, ruleSentence, validityWords } from '../../components/pricing/rule-words.ts';
import { useNames } from '../../components/pricing/use-names.ts';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import { call, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { ImportRules } from './import-rules.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { RuleWarnings } from './rule-preview.tsx';

/** Maximum number of rules in one response. */
const PAGE = 500;

type Open = { dialog: 'edit'; rule?: Rule } | { dialog: 'archive'; rule: Rule } | { dialog: 'import' };

export function RulesTab() {
  const [{ status }, setFilters] = useFilters(['status']);
  const isArchive = status === 'ARCHIVED';
  const list = usePages(
    'pricing/rules/list',
    { status: isArchive ? 'ARCHIVED' : 'ACTIVE' },
    each => each.rules,
    {
      limit: PAGE,
    },
  );
  const mayEdit = useMay('pricing:edit');
  const { open, setOpen, create: startRule, close, partner } = useOpenForm(list.items, mayEdit);
  const [warnings, setWarnings] = useState<Output<'pricing/rules/create'>['warnings']>([]);
  const create = mayEdit && (
    <button type="button" className="main" onClick={startRule}>
      <Plus size={16} aria-hidden /> Create rule
    </button>
  );
  return (
    <>
      <FilterBar
        actions={
          <>
            <ExportRules isEmpty={isArchive || list.items.length === 0} />
            {mayEdit && (
              <button type="button" onClick={() => setOpen({ dialog: 'import' })}>
                <Upload size={16} aria-hidden /> Import
              </button>
            )}
            {create}
          </>
        }
      >
        <FilterSelect
          label="Status"
          value={isArchive ? 'ARCHIVED' : 'ACTIVE'}
          options={[
            ['ACTIVE', 'Active'],
            ['ARCHIVED', 'Archived'],
          ]}
          onChange={value => setFilters({ status: value === 'ACTIVE' ? undefined : value })}
        />
      </FilterBar>
      <RuleWarnings warnings={warnings} />
      <LoadedList
        list={list}
        empty={
          <Empty
            title={isArchive ? 'No archived rules' : 'No pricing rules yet'}
            action={!isArchive && create}
          >
            {isArchive
              ? 'Archived rules are kept, because quotes and bookings refer to them.'
              : 'Without rules, you sell at cost. Start with a markup that applies to every offer.'}
          </Empty>
        }
      >
        {rules => <RuleTable rules={rules} isArchive={isArchive} onOpen={setOpen} />}
      </LoadedList>
      {open?.dialog === 'edit' && (
        <RuleDrawer
          rule={open.rule}
          partner={partner}
          onClose={close}
          onSaved={found => {
            setWarnings(found);
            close();
          }}
        />
      )}
      {open?.dialog === 'archive' && <ArchiveRule rule={open.rule} onClose={close} />}
      {open?.dialog === 'import' && <ImportRules onClose={close} />}
    </>
  );
}

/** The open dialog. Links from other pages open the form of a rule, or of a new one. */
function useOpenForm(rules: readonly Rule[], mayEdit: boolean) {
  const [{ create, rule, partner }, setFilters] = useFilters(['create', 'rule', 'partner']);
  const [chosen, setOpen] = useState<Open>();
  const [linked, setLinked] = useState<string>();
  const found = rule === linked ? undefined : rules.find(({ ruleId }) => ruleId === rule);
  // The rule as it is now, so that saving it fails if someone else changes it in the meantime.
  if (found !== undefined) {
    setLinked(rule);
    setOpen({ dialog: 'edit', rule: found });
  }
  const isCreating = create === 'rule' && mayEdit;
  return {
    open: chosen ?? (isCreating ? ({ dialog: 'edit' } satisfies Open) : undefined),
    setOpen,
    // A partner in the URL belongs to another tab.
    create: () => setFilters({ create: 'rule', partner: undefined }),
    close: () => {
      setOpen(undefined);
      if (create === undefined && rule === undefined) return;
      setFilters({ create: undefined, rule: undefined, partner: undefined });
    },
    partner: isCreating ? partner : undefined,
  };
}

interface RuleTableProps {
  rules: readonly Rule[];
  isArchive: boolean;
  onOpen: (open: Open) => void;
}

function RuleTable({ rules, isArchive, onOpen }: RuleTableProps) {
  const mayEdit = useMay('pricing:edit') && !isArchive;
  const nameOf = useNames(rules.flatMap(({ conditions }) => conditions.hotels?.slice(0, 3) ?? []));
  const { move, busy, failure } = useMove();
  const order: Column<Rule> = {
    key: 'order',
    heading: 'Order',
    headless: true,
    cell: rule => (
      <RuleActions
        rule={rule}
        isFirst={rule === rules[0]}
        isLast={rule === rules.at(-1)}
        busy={busy}
        onMove={step => void move(rule.ruleId, step)}
        onOpen={onOpen}
      />
    ),
  };
  return (
    <>
      {failure && <Notice failure={failure} />}
      <DataTable
        label="Pricing rules"
        rows={rules}
        rowKey={({ ruleId }) => ruleId}
        columns={[...columnsOf(nameOf, isArchive, onOpen), ...(mayEdit ? [order] : [])]}
      />
    </>
  );
}

function columnsOf(
  nameOf: NameOf,
  isArchive: boolean,
  onOpen: (open: Open) => void,
): readonly Column<Rule>[] {
  return [
    {
      key: 'name',
      heading: 'Rule',
      cell: rule =>
        isArchive ? (
          rule.name
        ) : (
          <button type="button" className="open-row" onClick={() => onOpen({ dialog: 'edit', rule })}>
            {rule.name}
          </button>
        ),
    },
    {
      key: 'words',
      heading: 'What it does',
      phone: 'plain',
      wide: true,
      cell: rule => ruleSentence(rule, nameOf),
    },
    { key: 'priority', heading: 'Priority', align: 'right', cell: ({ priority }) => priority },
    { key: 'status', heading: 'Status', phone: 'status', cell: rule => <RuleStatus rule={rule} /> },
  ];
}

function RuleStatus({ rule }: { rule: Rule }) {
  if (rule.status === 'ARCHIVED') return <Badge>Archived</Badge>;
  const validity = validityWords(rule);
  const now = new Date().toISOString();
  const isOver = rule.validTo !== null && rule.validTo < now.slice(0, rule.validTo.length);
  const isLater = rule.validFrom !== null && rule.validFrom > now;
  return (
    <div>
      {isOver ? (
        <Badge tone="warn">Ended</Badge>
      ) : isLater ? (
        <Badge tone="info">Scheduled</Badge>
      ) : (
        <Badge tone="good">Active</Badge>
      )}
      {validity && <small className="validity">{validity}</small>}
    </div>
  );
}

interface RuleActionsProps {
  rule: Rule;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
  onMove: (step: -1 | 1) => void;
  onOpen: (open: Open) => void;
}

function RuleActions({ rule, isFirst, isLast, busy, onMove, onOpen }: RuleActionsProps) {
  return (
    <div className="row-actions">
      <button
        type="button"
        className="quiet icon"
        aria-label={`Move ${rule.name} up`}
        disabled={busy || isFirst}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="quiet icon"
        aria-label={`Move ${rule.name} down`}
        disabled={busy || isLast}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </button>
      <RowMenu label={`Actions for ${rule.name}`}>
        <button type="button" className="quiet" onClick={() => onOpen({ dialog: 'edit', rule })}>
          Edit or preview
        </button>
        <button type="button" className="quiet bad" onClick={() => onOpen({ dialog: 'archive', rule })}>
          Archive
        </button>
      </RowMenu>
    </div>
  );
}

/** Reads the order again before moving a rule, so that changes by other people are kept. */
function useMove() {
  const reorder = useAction('pricing/rules/reorder', { toast: 'Order saved.' });
  const reading = useExport();
  const move = (ruleId: string, step: -1 | 1) =>
    reading.run(async () => {
      const pages = await collectPages('pricing/rules/list', {}, PAGE);
      const ids = pages.flatMap(({ rules }) => rules.map(rule => rule.ruleId));
      const from = ids.indexOf(ruleId);
      const other = ids[from + step];
      if (from < 0 || other === undefined) return;
      ids[from + step] = ruleId;
      ids[from] = other;
      await reorder.run({ ruleIds: ids });
    });
  return { move, busy: reading.busy, failure: reading.failure ?? reorder.failure };
}

function ArchiveRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const archive = useAction('pricing/rules/archive', { toast: 'Rule archived.', done: onClose });
  return (
    <ConfirmDialog
      open
      danger
      title={`Archive ${rule.name}?`}
      confirmLabel="Archive rule"
      busy={archive.busy}
      failure={archive.failure}
      onConfirm={() => void archive.run({ ruleId: rule.ruleId })}
      onClose={onClose}
    >
      The rule stops applying to searches and quotes within a second. Quotes and bookings keep their prices.
      An archived rule cannot be activated again.
    </ConfirmDialog>
  );
}

function ExportRules({ isEmpty }: { isEmpty: boolean }) {
  const file = useExport();
  const save = () =>
    file.run(async () => {
      const { text } = await call('pricing/rules/export', {});
      downloadText('pricing-rules.jsonl', text, 'application/jsonl;charset=utf-8');
    });
  return (
    <>
      {file.failure && <Notice failure={file.failure} />}
      <button type="button" disabled={isEmpty || file.busy} onClick={save}>
        <Download size={16} aria-hidden /> Export
      </button>
    </>
  );
}
