/** An image of a hotel or room as the API shows it. Pure. */
import { textIn } from '../language-choice.ts';
import type { HotelContent } from '../stored-content.ts';

export function imageView(image: HotelContent['images'][number], language: string | undefined) {
  return {
    url: image.url,
    kind: image.kind,
    caption: image.caption === undefined ? null : textIn(image.caption, language),
    width: image.width ?? null,
    height: image.height ?? null,
  };
}
