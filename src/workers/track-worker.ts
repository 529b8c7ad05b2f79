import { TrackError } from '@/tracks/track-error'
import type { Reply } from './pool'
import type { TrackRequest } from './track-reader'
import { measureTrack } from './track-task'

declare const self: Worker

/** What a worker says of a file it could not use: only kinds of TrackError cross the threads. */
const failureOf = (error: unknown) => (error instanceof TrackError ? error.kind : 'processing')

self.onmessage = async ({ data }: MessageEvent<TrackRequest>) => {
  const reply: Reply = await measureTrack(data).then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, failure: failureOf(error) }),
  )
  const buffers = reply.ok ? buffersOf(reply.value as Awaited<ReturnType<typeof measureTrack>>) : []
  self.postMessage(reply, buffers)
}

const buffersOf = ({ segments }: Awaited<ReturnType<typeof measureTrack>>) =>
  segments.map(({ points }) => points.buffer as ArrayBuffer)
