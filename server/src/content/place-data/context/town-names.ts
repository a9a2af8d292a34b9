/** How a town that an airport names may be written in the list of places. Pure. */

/** `Paris (Roissy-en-France, Val-d'Oise)` is Paris, `Basel/Mulhouse` is either. In small letters as SQL makes them. */
export function townNames(municipality: string | null): string[] {
  if (municipality === null) return [];
  const outside = municipality.replaceAll(/\(.*?\)/g, ' ');
  const names = [municipality, outside, ...outside.split(/[/,;]| - /)].flatMap(name => {
    const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return [name, plain, name.replace(/\s+(?:City|Island)$/i, '')];
  });
  return [...new Set(names.map(name => lowerLatin(name.replaceAll(/\s+/g, ' ').trim())))].filter(
    name => name.length > 1,
  );
}

/** Only A to Z, like the server's `lower` in its plain collation, on every server. */
function lowerLatin(text: string): string {
  return text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase());
}
