/** The voucher as a page to print: one file without scripts or external resources. Every value is escaped. */
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { type Field, layoutVoucher, type VoucherSection } from './voucher-lines.ts';

const STYLE = `
@page { size: A4; margin: 18mm; }
body { font: 11pt/1.45 system-ui, "Noto Sans", "DejaVu Sans", Arial, sans-serif; color: #111; background: #fff;
  max-width: 170mm; margin: 0 auto; padding: 8mm; }
h1 { font-size: 12pt; font-weight: 600; margin: 0; color: #444; }
h2 { font-size: 20pt; line-height: 1.2; margin: 1mm 0 4mm; }
h3 { font-size: 11pt; margin: 0 0 2mm; }
section { border-top: 0.3mm solid #bbb; padding: 4mm 0; break-inside: avoid; }
dl { display: grid; grid-template-columns: 55mm 1fr; gap: 1mm 4mm; margin: 0; }
dt { color: #444; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
dt:empty { display: none; } dt:empty + dd { grid-column: 1 / -1; }
.warning { border: 0.6mm solid #b00020; color: #b00020; font-weight: 700; padding: 3mm; margin: 0 0 5mm; }
footer { border-top: 0.3mm solid #bbb; padding-top: 4mm; color: #444; }
@media print { body { padding: 0; } }
@media screen and (max-width: 560px) { body { padding: 4mm; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 2mm; } }
`;

export function voucherHtml(voucher: Voucher): string {
  const { language, title, warning, hotelName, sections, footer } = layoutVoucher(voucher);
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title}: ${hotelName}`)}</title>
<style>${STYLE}</style>
</head>
<body>
${warning === undefined ? '' : `<p class="warning">${escapeHtml(warning)}</p>\n`}<h1>${escapeHtml(title)}</h1>
<h2>${escapeHtml(hotelName)}</h2>
${sections.map(sectionHtml).join('\n')}
<footer>${footer.map(line => `<div>${escapeHtml(line)}</div>`).join('')}</footer>
</body>
</html>
`;
}

function sectionHtml({ heading, fields }: VoucherSection): string {
  const head = heading === undefined ? '' : `<h3>${escapeHtml(heading)}</h3>`;
  return `<section>${head}<dl>${fields.map(fieldHtml).join('')}</dl></section>`;
}

function fieldHtml({ label, lines }: Field): string {
  return `<dt>${escapeHtml(label)}</dt><dd>${lines.map(escapeHtml).join('<br>')}</dd>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => ENTITIES[sign] as string);
}
