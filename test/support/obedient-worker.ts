import { GO_ON, type WorkerMessage } from '@/workers/track-job'
import { Gate } from './gate'

declare const self: Worker

/** What a test can have a worker do. */
export type Order =
  | { do: 'answer'; value: unknown }
  | { do: 'fail' | 'throw' | 'throwLater' | 'exit' | 'loop' | 'hang' | 'who' }
  /** Waits for others, until a gate is opened or for some time, then wants to go on. */
  | { do: 'wait'; until: SharedArrayBuffer | number; after?: 'loop' }
  /** Is busy until a gate is opened. */
  | { do: 'work'; until: SharedArrayBuffer }

const tell = (message: WorkerMessage) => self.postMessage(message)
const answer = (value: unknown) => tell({ kind: 'done', value })
const held: { goOn?: () => void } = {}
const name = crypto.randomUUID()

function spin(): void {
  while (performance.now() >= 0);
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
  work: ({ until }) => {
    new Gate(until).block()
    answer('worked')
  },
  wait: async ({ until, after }) => {
    tell({ kind: 'waits' })
    await (typeof until === 'number' ? Bun.sleep(until) : new Gate(until).pass())
    const turn = new Promise<void>((resolve) => {
      held.goOn = resolve
    })
    tell({ kind: 'ready' })
    await turn
    if (after) spin()
    answer('waited')
  },
}

self.onmessage = ({ data }: MessageEvent<Order | typeof GO_ON>) => {
  if (data === GO_ON) held.goOn?.()
  else return DEEDS[data.do](data as never)
}
