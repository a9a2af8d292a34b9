/** Codes of up to four capitals or digits, kept as one number. 0 is none. */

export function packCode(code: string): number {
  let packed = 0;
  for (let i = 0; i < code.length; i++) packed = (packed << 8) | (code.charCodeAt(i) & 0x7f);
  return packed >>> 0;
}

export function unpackCode(packed: number): string {
  let code = '';
  for (let rest = packed; rest > 0; rest >>>= 8) code = String.fromCharCode(rest & 0xff) + code;
  return code;
}
