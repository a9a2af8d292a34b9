import { describe, expect, test } from 'vitest';
import { scanSource } from './scan-source.ts';

function specifiers(text: string): string[] {
  return scanSource(text).imports.map(({ specifier }) => specifier);
}

describe('imports', () => {
  test.each([
    ["import { a } from './a.ts';", './a.ts'],
    ['import a, { b } from "./a.ts";', './a.ts'],
    ["import * as a from './a.ts';", './a.ts'],
    ["import './a.ts';", './a.ts'],
    ["import {\n  a,\n  b as c,\n} from './a.ts';", './a.ts'],
    ["import /* why */ { a } /* from 'x' */ from './a.ts'", './a.ts'],
    ["import data from './a.json' with { type: 'json' };", './a.json'],
    ["export { a } from './a.ts';", './a.ts'],
    ["export * from './a.ts';", './a.ts'],
    ["const a = await import('./a.ts');", './a.ts'],
    ["type A = import('./a.ts').A;", './a.ts'],
    ["const text = `${await import('./a.ts')}`;", './a.ts'],
    ["const half = a / 2; import('./a.ts'); const b = 1 / 2;", './a.ts'],
  ])('scanSource finds the import in %s', (text, expected) => {
    expect(specifiers(text)).toEqual([expected]);
  });

  test.each([
    "// import './a.ts'",
    "/* import './a.ts' */",
    "/**\n * import { a } from './a.ts'\n */",
    'const text = "import \'./a.ts\'";',
    "const text = `import './a.ts'`;",
    "const text = `${`import './a.ts'`}`;",
    "const text = 'it\\'s'; // import './a.ts'",
    "const pattern = /import '.\\/a.ts'/;",
    "const pattern = /['\"`]/; const text = 'import x';",
    "export const from = 'a.ts';",
    "const url = import.meta.resolve('./a.ts');",
  ])('scanSource finds no import in %s', text => {
    expect(specifiers(text)).toEqual([]);
  });

  test.each([
    ["import type { A } from './a.ts';", true],
    ["import { type A, type B } from './a.ts';", true],
    ["export type { A } from './a.ts';", true],
    ["import { type A, b } from './a.ts';", false],
    ["import a, { type B } from './a.ts';", false],
    ["import {} from './a.ts';", false],
    ["import './a.ts';", false],
  ])('scanSource reports whether %s is type-only: %s', (text, erased) => {
    expect(scanSource(text).imports.map(({ typeOnly }) => typeOnly)).toEqual([erased]);
  });

  test('scanSource returns the line of each import', () => {
    expect(scanSource("// one\n\nimport './a.ts';\n").imports[0]?.line).toBe(3);
  });
});

describe('code', () => {
  test('scanSource keeps length and lines while blanking comments and strings', () => {
    const text = "const a = 'setTimeout'; // Date.now()\nconst b = `x ${setTimeout} y`;\n/* z */ c();";
    const { code } = scanSource(text);
    expect(code).toHaveLength(text.length);
    expect(code.replace(/ +/g, ' ')).toBe("const a = ' '; \nconst b = ` setTimeout} `;\n c();");
  });

  test('scanSource returns templates with placeholders for their expressions', () => {
    expect(scanSource('sql`select ${a} from ${`b${c}`}`').literals.map(({ value }) => value)).toEqual([
      'select ? from ?',
      'b?',
    ]);
  });

  test('scanSource handles an apostrophe in JSX text', () => {
    expect(specifiers("const a = <p>don't</p>;\nimport './a.ts';")).toEqual(['./a.ts']);
  });
});
