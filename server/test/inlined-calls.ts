/**
 * A program that optimises a function which calls twenty others with 135 bytes of bytecode each. V8 prints which of them
 * it inlines. If the argument is `flags`, the program first sets the option of V8 that the service sets.
 */
import { inlineMoreCalls } from '../src/platform/engine-flags.ts';

const CALLS = 20;
const STATEMENTS = 12;

if (process.argv[2] === 'flags') inlineMoreCalls();
const numbers = Array.from({ length: CALLS }, (_, i) => i);
const callees = numbers.map(i => {
  const statements = Array.from({ length: STATEMENTS }, (_, k) => `x = (x * ${k + 3} + ${i}) | 0;`);
  return `function callee${i}(x) { ${statements.join(' ')} return x; }`;
});
// TypeScript does not know the syntax of V8's own functions.
const program = new Function(`
  ${callees.join('\n')}
  function caller(x) { ${numbers.map(i => `x = callee${i}(x);`).join(' ')} return x; }
  %PrepareFunctionForOptimization(caller);
  ${numbers.map(i => `%PrepareFunctionForOptimization(callee${i});`).join(' ')}
  for (let i = 0; i < 1000; i++) caller(i);
  %OptimizeFunctionOnNextCall(caller);
  caller(1);
`);
program();
