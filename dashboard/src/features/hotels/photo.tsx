import { useState } from 'react';

const GENERATED = /^\/pictures\/sandbox\/images\/v/;

/**
 * The address from which the page loads a photo, or undefined if the content security policy forbids it. The pictures
 * of sandbox hotels come from this host, whatever name the user has opened it by.
 */
export function photoSource(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, pathname } = new URL(url);
  if (GENERATED.test(pathname)) return pathname;
  return protocol === 'https:' ? url : undefined;
}

export function Photo({ url, alt }: { url: string; alt: string }) {
  const [failed, setFailed] = useState<string>();
  const source = photoSource(url);
  if (source === undefined || failed === url) return <span className="photo-missing">No preview</span>;
  return <img src={source} alt={alt} loading="lazy" width={96} height={64} onError={() => setFailed(url)} />;
}
