/** So many POST requests at once; more are turned away unread. Pages are for everybody, those of health and metrics above all. */
import { shed } from '../admission/shed.ts';
import { errorAnswer } from '../operations/error-answer.ts';
import type { RequestListener } from './http-server.ts';
import { requestIdOf } from './request-id.ts';
import { drainRequest, sendAnswer } from './send-answer.ts';

export function limitRequests(most: number, listener: RequestListener): RequestListener {
  let underWay = 0;
  return (request, response) => {
    if (request.method !== 'POST') return listener(request, response);
    if (underWay >= most) {
      const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
      sendAnswer(response, errorAnswer(shed('full'), requestId), ['x-request-id', requestId]);
      drainRequest(request);
      return;
    }
    underWay++;
    response.once('close', () => {
      underWay--;
    });
    listener(request, response);
  };
}
