import { useParams } from '@tanstack/react-router';
import { Check, Clock, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { doubtText, outcomeText, sentence, vetoText, weightText } from './mapping-words.ts';
import { TwoPointsMap } from './two-points-map.tsx';
import '../../styles/mapping.css';

type Shown = Output<'mapping/show'>;
type Candidate = Shown['candidates'][number];
type Hotel = Shown['hotel'];

export function ComparePage() {
  const environment = useEnvironment();
  const { provider = '', supplierId = '' } = useParams({ strict: false }) as {
    provider?: string;
    supplierId?: string;
  };
  const shown = useCall('mapping/show', { environment, provider, supplierId });
  const [selected, select] = useState<string>();
  const data = shown.state === 'ready' ? shown.data : undefined;
  const candidate = data?.candidates.find(({ hotelId }) => hotelId === selected) ?? data?.candidates[0];
  return (
    <>
      <PageHead
        title={data?.hotel.name ?? 'Provider’s hotel'}
        back={{ to: '/mapping', label: 'Hotel mapping' }}
        lead={
          <span className="row">
            <Badge>{provider}</Badge> <code>{supplierId}</code>
            {data && (
              <Badge tone={data.current?.outcome === 'SAME' ? 'good' : 'warn'}>{stateText(data)}</Badge>
            )}
          </span>
        }
        actions={
          data && <Decide data={data} candidate={candidate} scope={{ environment, provider, supplierId }} />
        }
      />
      <Loaded from={shown} rows={12}>
        {loaded => (
          <>
            <Comparison data={loaded} candidate={candidate} onSelect={select} />
            <History decisions={loaded.decisions} />
          </>
        )}
      </Loaded>
    </>
  );
}

function stateText({ current, gone }: Shown): string {
  if (gone) return 'Removed by the provider';
  return current === null ? 'Not compared yet' : outcomeText(current.outcome);
}

interface DecideProps {
  data: Shown;
  candidate: Candidate | undefined;
  scope: Pick<Input<'mapping/decide'>, 'environment' | 'provider' | 'supplierId'>;
}

function Decide({ data, candidate, scope }: DecideProps) {
  const mayEdit = useMay('mapping:edit');
  const decide = useAction('mapping/decide', { toast: 'Decision saved.' });
  const undo = useAction('mapping/undo', { toast: 'Decision undone.' });
  if (!mayEdit) return null;
  const { current } = data;
  const seen = current === null ? {} : { seen: current.decisionId };
  const isMapped = current?.outcome === 'SAME' && current.hotelId === candidate?.hotelId;
  // Undoing a REVIEW decision of the model would only remove the hotel from the queue.
  const mayUndo = current !== null && (current.outcome !== 'REVIEW' || current.alarm !== null);
  const isBusy = decide.busy || undo.busy;
  return (
    <div className="decide">
      <div className="row">
        {candidate && !isMapped && (
          <button
            type="button"
            className="main"
            disabled={isBusy}
            onClick={() =>
              void decide.run({
                ...scope,
                ...seen,
                decision: 'SAME',
                hotelId: candidate.hotelId,
                ...(candidate.takenBy.length > 0 && { allowSeveral: true }),
              })
            }
          >
            <Check size={16} aria-hidden /> Same hotel
          </button>
        )}
        {current?.outcome !== 'DIFFERENT' && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void decide.run({ ...scope, ...seen, decision: 'DIFFERENT' })}
          >
            <X size={16} aria-hidden /> No match
          </button>
        )}
        {current?.outcome === 'REVIEW' && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void decide.run({ ...scope, ...seen, decision: 'LATER' })}
          >
            <Clock size={16} aria-hidden /> Postpone
          </button>
        )}
        {mayUndo && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void undo.run({ ...scope, decisionId: current.decisionId })}
          >
            <Undo2 size={16} aria-hidden /> Undo
          </button>
        )}
      </div>
      {decide.failure && <Notice failure={decide.failure} />}
      {undo.failure && <Notice failure={undo.failure} />}
    </div>
  );
}

interface ComparisonProps {
  data: Shown;
  candidate: Candidate | undefined;
  onSelect: (hotelId: string) => void;
}

function Comparison({ data, candidate, onSelect }: ComparisonProps) {
  const { hotel, current, candidates } = data;
  return (
    <>
      {current && (current.outcome === 'REVIEW' || current.alarm !== null) && (
        <Banner tone="warn" title={doubtText(current.doubt, current.alarm)}>
          This hotel is not sold until you choose “Same hotel”.
        </Banner>
      )}
      {candidate && candidate.takenBy.length > 0 && (
        <Banner tone="info" title="The catalogue hotel is already mapped">
          It is mapped to {candidate.takenBy.join(', ')} from this provider. If you choose “Same hotel”,
          partners can book the offers of all of them.
        </Banner>
      )}
      <div className="compare">
        <Side title="Provider’s hotel" hotel={hotel} />
        {candidate ? (
          <Side title="Catalogue" hotel={candidate.hotel} hotelId={candidate.hotelId} />
        ) : (
          <Card title="Catalogue">
            <p className="faint">The catalogue has no similar hotel.</p>
          </Card>
        )}
      </div>
      {candidate && (
        <div className="compare">
          <Evidence candidate={candidate} />
          <Card title="Position">
            {hotel.location && candidate.hotel.location ? (
              <TwoPointsMap theirs={hotel.location} ours={candidate.hotel.location} />
            ) : (
              <p className="faint">At least one of the hotels has no coordinates.</p>
            )}
          </Card>
        </div>
      )}
      {candidates.length > 1 && (
        <Card title="Candidates">
          <DataTable
            label="Candidates"
            rows={candidates}
            rowKey={({ hotelId }) => hotelId}
            columns={[
              { key: 'name', heading: 'Hotel', wide: true, cell: row => row.hotel.name },
              { key: 'address', heading: 'Address', cell: row => row.hotel.address[0] ?? '–' },
              { key: 'score', heading: 'Score', align: 'right', cell: row => row.score.toFixed(1) },
              {
                key: 'compare',
                heading: 'Compare',
                headless: true,
                cell: row =>
                  row === candidate ? (
                    <Badge tone="info">Shown</Badge>
                  ) : (
                    <button type="button" onClick={() => onSelect(row.hotelId)}>
                      Compare
                    </button>
                  ),
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Side({ title, hotel, hotelId }: { title: string; hotel: Hotel; hotelId?: string }) {
  const given = (value: string | number | null) =>
    value === null || value === '' ? <span className="faint">Not provided</span> : String(value);
  return (
    <Card title={title}>
      <Facts
        items={[
          [
            'Name',
            hotelId === undefined ? (
              hotel.name
            ) : (
              <LinkTo key="name" to="/hotels/$hotelId" params={{ hotelId }}>
                {hotel.name}
              </LinkTo>
            ),
          ],
          ...(hotel.otherNames.length === 0 ? [] : [['Other names', hotel.otherNames.join(', ')] as const]),
          ['Address', given(hotel.address.join(', '))],
          ['Phone', given(hotel.phones.join(', '))],
          ['Website', given(hotel.web)],
          ['Chain', given(hotel.chain)],
          ['Stars', given(hotel.stars)],
          ['Category', given(hotel.category === null ? null : sentence(hotel.category))],
          ['Photos', <Photos key="photos" urls={hotel.photos} />],
          ['Rooms', <Rooms key="rooms" rooms={hotel.rooms} />],
        ]}
      />
    </Card>
  );
}

/** Photos are on other hosts, so the page only links to them. */
function Photos({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return 'None';
  return (
    <span className="row">
      {urls.map((url, i) => (
        <a key={url} href={url} target="_blank" rel="noreferrer noopener">
          {i + 1}
        </a>
      ))}
    </span>
  );
}

function Rooms({ rooms }: { rooms: Hotel['rooms'] }) {
  if (rooms.length === 0) return <span className="faint">Not provided</span>;
  return (
    <ul className="compare-rooms">
      {rooms.map(room => (
        <li key={room.name}>
          {room.standardName} {room.matched && <Badge tone="good">Matches</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Evidence({ candidate }: { candidate: Candidate }) {
  return (
    <Card
      title="Evidence"
      hint={`Score ${candidate.score.toFixed(1)} bits. Positive weights suggest that both are the same hotel.`}
    >
      {candidate.vetoes.length > 0 && (
        <ul className="vetoes">
          {candidate.vetoes.map(veto => (
            <li key={veto}>{vetoText(veto)}</li>
          ))}
        </ul>
      )}
      <DataTable
        label="Evidence"
        rows={candidate.evidence}
        rowKey={({ feature }) => feature}
        columns={[
          { key: 'feature', heading: 'Feature', wide: true, cell: line => sentence(line.feature) },
          { key: 'level', heading: 'Comparison', cell: line => sentence(line.level) },
          { key: 'weight', heading: 'Weight', align: 'right', cell: line => weightText(line.weight) },
        ]}
      />
    </Card>
  );
}

function History({ decisions }: { decisions: Shown['decisions'] }) {
  if (decisions.length === 0) return null;
  return (
    <Card title="Decisions">
      <DataTable
        label="Decisions"
        rows={decisions}
        rowKey={({ decisionId }) => decisionId}
        columns={[
          {
            key: 'outcome',
            heading: 'Decision',
            wide: true,
            cell: row => (
              <>
                {outcomeText(row.outcome)}
                {(row.doubt !== null || row.alarm !== null) && (
                  <small> {doubtText(row.doubt, row.alarm)}</small>
                )}
              </>
            ),
          },
          {
            key: 'hotel',
            heading: 'Catalogue hotel',
            cell: row => (row.hotelId === null ? '–' : <code>{row.hotelId}</code>),
          },
          { key: 'by', heading: 'By', cell: row => <ActorName actor={row.decidedBy} /> },
          { key: 'at', heading: 'Time', cell: row => <Timestamp at={row.decidedAt} /> },
        ]}
      />
    </Card>
  );
}
