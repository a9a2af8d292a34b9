/** Runs a tool: validates its arguments, calls the operation, and builds a result of limited size. */
import { NEXT_STEPS } from '@serai/contract/agents/next-steps.ts';
import { resultFields } from '@serai/contract/agents/tool.ts';
import { ERRORS, type ErrorCode, type ErrorDetail } from '@serai/contract/errors.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Answer } from '../platform/operations/answer.ts';
import { errorAnswer } from '../platform/operations/error-answer.ts';
import { validate } from '../platform/operations/validate.ts';
import type { ResultSize } from './third-party-text.ts';
import type { ToolRun, ToolSettings } from './tool-list.ts';
import type { ToolView } from './tool-views.ts';

export const MAX_RESULT_BYTES = 16 * 1024;
export const MAX_TEXT_CHARS = 600;
const MAX_DETAILS = 20;

/** From the full size to the smallest. */
const SIZES: readonly ResultSize[] = [
  { nameChars: 120, textChars: 1_500, offersPerHotel: 5 },
  { nameChars: 120, textChars: 500, offersPerHotel: 3 },
  { nameChars: 80, textChars: 200, offersPerHotel: 2 },
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
    const result = fittingResult(toolCall, JSON.parse(answer.body.toString()));
    const isPage = run.limitOf !== undefined && limit > 1;
    if (bytesOf(result) <= MAX_RESULT_BYTES || !isPage) {
      return { result, bookingId: answer.bookingId, providerUs: answer.providerUs };
    }
    // Only pages are requested again. They change nothing, and the cursor of the shorter page leads to the rest.
    limit = Math.floor(limit / 2);
  }
}

/** Returns the largest result that fits, or the smallest one. */
function fittingResult({ run, settings }: ToolCall, body: OperationBody): ToolResult {
  let result: ToolResult | undefined;
  for (const [i, size] of SIZES.entries()) {
    const view = run.view(body as never, size, settings);
    const shortened = i > 0 && size.offersPerHotel < 5;
    result = toResult(view, body, shortened);
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
    content: [{ type: 'text', text: text.slice(0, MAX_TEXT_CHARS) }],
    structuredContent: {
      ...data,
      environment: meta.environment,
      testMode: meta.testMode,
      warnings: shortened ? [...shown, SHORTENED] : shown,
    },
  };
}

function checkResult({ tool }: ToolRun, { structuredContent }: ToolResult): void {
  const checked = tool.output.extend(resultFields).strict().safeParse(structuredContent);
  if (!checked.success)
    throw new Error(`The result of ${tool.name} violates its schema: ${checked.error.message}`);
}

/** An error is a result that the model reads, so it contains only texts of this service. */
function failure(
  { renamed = {} }: ToolRun,
  { status, headers, body, code, bookingId, providerUs }: Answer,
): ToolOutcome {
  const { error } = JSON.parse(body.toString()) as {
    error: { code: ErrorCode; message: string; details?: ErrorDetail[]; newPrice?: object };
  };
  const { retryable } = ERRORS[error.code];
  const shown = {
    code: error.code,
    message: error.message,
    retryable,
    ...(headers['retry-after'] !== undefined && { retryAfter: Number(headers['retry-after']) }),
    ...(error.details &&
      status !== 403 && {
        details: error.details.slice(0, MAX_DETAILS).map(each => detailView(each, renamed)),
      }),
    ...(bookingId !== undefined && { bookingId }),
    ...(error.newPrice && { newPrice: error.newPrice }),
    next: NEXT_STEPS[error.code],
  };
  const result: ToolResult = {
    content: [{ type: 'text', text: JSON.stringify({ error: shown }) }],
    isError: true,
  };
  return { result, code, bookingId, providerUs };
}

interface Alternative {
  offerId: string;
  price: { net: object };
}

/** Details may contain whole offers with the names of rooms. Only their id and price are shown. */
function detailView({ path, code, message, offer }: ErrorDetail, renamed: Readonly<Record<string, string>>) {
  const alternative = offer as Alternative | undefined;
  return {
    path: renamedPath(path, renamed),
    code,
    message,
    ...(alternative && { offerId: alternative.offerId, net: alternative.price.net }),
  };
}

/** The path of an operation's field, as the path of the tool's argument. The first matching prefix counts. */
export function renamedPath(path: string, renamed: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(renamed)) {
    if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

function bytesOf(result: ToolResult): number {
  return Buffer.byteLength(JSON.stringify(result));
}
