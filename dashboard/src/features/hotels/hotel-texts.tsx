import { Card } from '../../components/card.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { typeWords } from './hotel-words.ts';

export function HotelTexts({ hotel }: { hotel: Output<'hotels/show'>['hotel'] }) {
  const { description, facilities = [], policies, images = [] } = hotel;
  return (
    <>
      <Card title="Description">
        {description ? (
          <p lang={description.language} className="hotel-text">
            {description.text}
          </p>
        ) : (
          <p className="faint">There is none.</p>
        )}
        {images.length > 0 && (
          <p className="hint">
            {images.length === 1 ? '1 picture' : `${images.length} pictures`}; they lie on other hosts, so
            this page does not load them.
          </p>
        )}
      </Card>
      <Card title="Facilities">
        {facilities.length === 0 ? (
          <p className="faint">None are known.</p>
        ) : (
          <ul className="facilities">
            {facilities.map(({ code, surcharge }) => (
              <li key={code}>
                {typeWords(code)}
                {surcharge ? <small> at extra cost</small> : null}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {policies && policies.texts.length > 0 && (
        <Card title="Policies">
          <dl className="hotel-policies">
            {policies.texts.map(({ code, text, language }) => (
              <div key={code}>
                <dt>{typeWords(code)}</dt>
                <dd lang={language}>{text}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </>
  );
}
