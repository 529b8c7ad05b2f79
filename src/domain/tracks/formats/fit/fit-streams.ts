import reference from '@/domain/reference/streams.json'
import type { StreamName } from '@/domain/tracks/track'

/** The stream that a field of samples becomes. */
interface FitStream {
  readonly stream: StreamName
  readonly scale: number
  readonly offset: number
  readonly decode: ((raw: number) => number) | undefined
  /** Index of the value in an array. */
  readonly index: number
  /** The lowest of several fields with the same meaning is preferred. */
  readonly rank: number
}

interface Known {
  unit: string | null
  /** Numbers and scales. */
  fit?: readonly number[][]
  index?: number
}

const STREAMS = reference.streams satisfies Record<string, Known>
type Name = keyof typeof STREAMS

/** A stream that is defined in `reference/streams.json`. */
export const knownStream = (name: Name): StreamName => ({
  name,
  unit: STREAMS[name].unit,
  isOwn: false,
})

/** In a left-right balance, the bit that marks the share as the right one, and the mask of the share in percent. */
const IS_RIGHT = 0x80
const SHARE = 0x7f

const DECODERS: Partial<Record<Name, FitStream['decode']>> = {
  left_balance: (raw) => ((raw & IS_RIGHT) === 0 ? raw & SHARE : 100 - (raw & SHARE)),
}

/** Streams of the fields of samples, by their numbers in the FIT profile. */
export const FIT_STREAMS: ReadonlyMap<number, readonly FitStream[]> = Map.groupBy(
  (Object.entries(STREAMS) as [Name, Known][]).flatMap(([name, { fit = [], index = 0 }]) =>
    fit.map(([number = Number.NaN, scale = 1], rank) => {
      const decode = DECODERS[name]
      const stream = knownStream(name)
      return { number, stream, scale, offset: 0, index, rank, decode }
    }),
  ),
  ({ number }) => number,
)
