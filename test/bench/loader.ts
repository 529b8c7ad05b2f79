import { join } from 'node:path'
import type { Load, LoadResult } from './load'

/** Sends load from another process. */
export interface Loader {
  run: (load: Load) => Promise<LoadResult>
  stop: () => void
}

/** Starts the client. */
export function startLoader(): Loader {
  let answered: ((answer: LoadResult | { error: string }) => void) | undefined
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'load.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (answer) => answered?.(answer),
  })
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        answered = (answer) =>
          'error' in answer ? reject(new Error(answer.error)) : resolve(answer)
        child.send(load)
      }),
    stop: () => child.kill(),
  }
}

/** A GET request as sent. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map((entry) => entry.join(': '))
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** A POST request with JSON as sent. */
export function postRequest(path: string, body: object): string {
  const text = JSON.stringify(body)
  const lines = ['host: localhost', 'content-type: application/json']
  return [`POST ${path} HTTP/1.1`, ...lines, `content-length: ${text.length}`, '', text].join(
    '\r\n',
  )
}
