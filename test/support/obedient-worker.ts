import { GO_ON, type WorkerMessage } from '@/workers/worker-messages'

declare const self: Worker

/** What a test can have a worker do. */
export type Order =
  | { do: 'answer'; value: unknown }
  | { do: 'fail' | 'throw' | 'throwLater' | 'exit' | 'loop' | 'hang' | 'who' }
  /** Waits for others, then wants to go on, then answers with the milliseconds it was held up. */
  | { do: 'wait'; milliseconds: number; after?: 'loop' }
  | { do: 'work'; milliseconds: number }

const tell = (message: WorkerMessage) => self.postMessage(message)
const answer = (value: unknown) => tell({ kind: 'done', value })
const held: { goOn?: () => void } = {}
const name = crypto.randomUUID()

function spin(milliseconds = Number.POSITIVE_INFINITY): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const DEEDS: { [Deed in Order['do']]: (order: Extract<Order, { do: Deed }>) => unknown } = {
  answer: ({ value }) => answer(value),
  who: () => answer(name),
  fail: () => tell({ kind: 'failed', failure: 'no luck' }),
  throw: () => {
    throw new Error('a secret')
  },
  throwLater: () => {
    answer('done')
    setTimeout(() => {
      throw new Error('a secret')
    })
  },
  exit: () => process.exit(3),
  loop: () => spin(),
  hang: () => undefined,
  work: ({ milliseconds }) => {
    spin(milliseconds)
    answer('worked')
  },
  wait: async ({ milliseconds, after }) => {
    tell({ kind: 'waits' })
    await Bun.sleep(milliseconds)
    const asked = performance.now()
    const turn = new Promise<void>((resolve) => {
      held.goOn = resolve
    })
    tell({ kind: 'ready' })
    await turn
    if (after) spin()
    answer(performance.now() - asked)
  },
}

self.onmessage = ({ data }: MessageEvent<Order | typeof GO_ON>) => {
  if (data === GO_ON) held.goOn?.()
  else return DEEDS[data.do](data as never)
}
