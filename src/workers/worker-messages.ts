/** What a worker says: what it is doing, and in the end the value, or what its code threw. */
export type WorkerMessage =
  /** All there is to do is to wait for other servers, so its place is free. */
  | { kind: 'waits' }
  /** It wants to go on. */
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; failure: unknown }

/** The pool's answer to `ready`, as soon as there is a place again; everything else it sends is a job. */
export const GO_ON = 'go on'
export type GoOn = typeof GO_ON
