/** Runs a tool: validates its arguments, calls the operation, and builds a result of limited size. */
import { resultFields } from '@serai/contract/agents/tool.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Answer } from '../platform/operations/answer.ts';
import { errorAnswer } from '../platform/operations/error-answer.ts';
import { validate } from '../platform/operations/validate.ts';
import type { ResultSize } from './third-party-text.ts';
import { toolErrorText } from './tool-error.ts';
import type { ToolRun, ToolSettings } from './tool-list.ts';
import type { ToolView } from './tool-views.ts';

export const MAX_RESULT_BYTES = 16 * 1024;
export const MAX_TEXT_CHARS = 600;

/** From the full size to the smallest. All offers are kept as long as the page can be shortened instead. */
const SIZES: readonly ResultSize[] = [
  { nameChars: 120, textChars: 1_500, offersPerHotel: 5 },
  { nameChars: 120, textChars: 500, offersPerHotel: 5 },
  { nameChars: 80, textChars: 200, offersPerHotel: 5 },
];
/** Only for a page with a single item, or a result that is no page. */
const SMALLEST: readonly ResultSize[] = [
  { nameChars: 80, textChars: 200, offersPerHotel: 3 },
  { nameChars: 40, textChars: 100, offersPerHotel: 1 },
];

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: object;
  isError?: true;
}

export interface ToolOutcome {
  result: ToolResult;
  /** For the request log. */
  code?: ErrorCode | undefined;
  bookingId?: string | undefined;
  providerUs?: number | undefined;
}

/** Calls an operation on behalf of the caller. Rejects only if the outcome is unknown. */
export type CallOperation = (path: string, input: object) => Promise<Answer>;

interface ToolCall {
  run: ToolRun;
  args: unknown;
  requestId: string;
  /** The time of the call. */
  nowMs: number;
  settings: ToolSettings & { checkResults: boolean };
}

interface OperationBody {
  meta: { environment: string; testMode: boolean };
  warnings?: { code: string; message: string }[];
}

export async function callTool(call: CallOperation, toolCall: ToolCall): Promise<ToolOutcome> {
  const { run, requestId } = toolCall;
  let args: unknown;
  try {
    args = validate(run.tool.input, toolCall.args);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return failure(run, errorAnswer(thrown, requestId));
  }
  let limit = run.limitOf?.(args as never) ?? 1;
  for (;;) {
    const answer = await call(run.operation.path, run.request(args as never, limit));
    if (answer.status >= 400) return failure(run, answer);
    const canShorten = run.limitOf !== undefined && limit > 1;
    const sizes = canShorten ? SIZES : [...SIZES, ...SMALLEST];
    const body = JSON.parse(answer.body.toString());
    answer.release?.();
    const result = fittingResult(toolCall, body, sizes);
    if (bytesOf(result) <= MAX_RESULT_BYTES || !canShorten) {
      return { result, bookingId: answer.bookingId, providerUs: answer.providerUs };
    }
    // Only pages are requested again. They change nothing, and the cursor of the shorter page leads to the rest.
    limit = Math.floor(limit / 2);
  }
}

/** Returns the largest result that fits, or the smallest one. */
function fittingResult(
  { run, settings, nowMs }: ToolCall,
  body: OperationBody,
  sizes: readonly ResultSize[],
): ToolResult {
  let result: ToolResult | undefined;
  for (const [i, size] of sizes.entries()) {
    const view = run.view(body as never, size, { ...settings, nowMs });
    result = toResult(view, body, i > 0);
    if (settings.checkResults) checkResult(run, result);
    if (bytesOf(result) <= MAX_RESULT_BYTES) break;
  }
  return result as ToolResult;
}

const SHORTENED = {
  code: 'RESULT_SHORTENED',
  message: 'Texts or further offers of a hotel were left out, because the result would have been too large.',
};

function toResult(
  { data, text }: ToolView,
  { meta, warnings = [] }: OperationBody,
  shortened: boolean,
): ToolResult {
  const shown = warnings.slice(0, 10).map(({ code, message }) => ({ code, message: message.slice(0, 300) }));
  return {
    content: [{ type: 'text', text: shortText(text) }],
    structuredContent: {
      ...data,
      environment: meta.environment,
      testMode: meta.testMode,
      warnings: shortened ? [...shown, SHORTENED] : shown,
    },
  };
}

/** Cuts a list between two items, never inside an id. */
function shortText(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const part = text.slice(0, MAX_TEXT_CHARS - ELLIPSIS.length);
  const end = part.lastIndexOf('; ');
  return (end < 0 ? part : part.slice(0, end)) + ELLIPSIS;
}

const ELLIPSIS = '; …';

function checkResult({ tool }: ToolRun, { structuredContent }: ToolResult): void {
  const checked = tool.output.extend(resultFields).strict().safeParse(structuredContent);
  if (!checked.success)
    throw new Error(`The result of ${tool.name} violates its schema: ${checked.error.message}`);
}

/** An error is a result that the model reads. */
function failure({ renamed = {} }: ToolRun, answer: Answer): ToolOutcome {
  const { code, bookingId, providerUs } = answer;
  const text = toolErrorText(answer, renamed);
  return { result: { content: [{ type: 'text', text }], isError: true }, code, bookingId, providerUs };
}

function bytesOf(result: ToolResult): number {
  return Buffer.byteLength(JSON.stringify(result));
}
