import { setTimeout as startTimeout } from 'node:timers'
import { ConcurrencyLimit } from '@/lib/concurrency/concurrency-limit'
import type { InboxEntry } from '@/use-cases/imports/inbox/user-inbox'
import { listedResponse, MULTISTATUS } from './multistatus'
import { davHref, isDavName } from './path'

/**
 * Milliseconds after which a listing ends when its client stops reading; a stalled listing occupies one of the user's
 * slots.
 */
const MAX_STALL = 30_000
/** Listings of one user at the same time. Clients send up to 40 at once; the others wait for these. */
const MAX_RUNNING = 2
const MAX_WAITING = 100

/** Bounds the listings that a user's clients ask for, so that their number does not delay other users. */
export const listingLimit = () =>
  new ConcurrencyLimit({ maxRunning: MAX_RUNNING, maxWaiting: MAX_WAITING })

/** A file or folder, and its path. */
interface Place {
  basePath: string
  path: string
  entry: InboxEntry
  /** Returns the checksum of a file, if it is known. */
  findChecksum?: (path: string, entry: InboxEntry) => string | undefined
}

/** A folder with its entries, in batches. */
interface FolderListing extends Place {
  below: AsyncGenerator<InboxEntry[], void>
}

const responseOf = ({ basePath, path, entry, findChecksum }: Place, more = '') =>
  listedResponse({
    ...{ href: davHref(basePath, path, entry.isFolder), entry, more },
    checksum: findChecksum?.(path, entry),
  })

/** The PROPFIND response of a file or folder without its entries, with further properties. */
export const listingOfOne = (place: Place, more: string): string =>
  MULTISTATUS.start + responseOf(place, more) + MULTISTATUS.end

/** The XML of a folder, one text for each batch of entries. */
async function* xmlChunks(listing: FolderListing): AsyncGenerator<string, void> {
  const { path, below } = listing
  yield MULTISTATUS.start + responseOf(listing)
  for await (const batch of below) {
    const nameable = batch.filter(({ name }) => isDavName(name))
    yield nameable
      .map((entry) => responseOf({ ...listing, path: `${path}/${entry.name}`, entry }))
      .join('')
  }
  yield MULTISTATUS.end
}

interface StreamOptions {
  /** Aborted when the client is gone. */
  signal: AbortSignal
  /** Called when the listing has ended; more than once in some cases. */
  release: () => void
  /** Milliseconds without reading after which the listing ends. */
  maxStall?: number
}

/**
 * Streams the PROPFIND response of a folder as fast as the client reads it, so that memory does not grow with the
 * folder. A response that ends early, because of an error or a client that stopped reading, is not well-formed XML: no
 * client takes it for the whole folder.
 */
export function streamListing(
  listing: FolderListing,
  { signal, release, maxStall = MAX_STALL }: StreamOptions,
): ReadableStream<Uint8Array> {
  const chunks = xmlChunks(listing)
  const encoder = new TextEncoder()
  let stall: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(stall)
    release()
  }
  signal.addEventListener('abort', end, { once: true })
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      clearTimeout(stall)
      try {
        const { value, done } = await chunks.next()
        if (done) {
          end()
          controller.close()
          return
        }
        controller.enqueue(encoder.encode(value))
      } catch (error) {
        end()
        throw error
      }
      stall = startTimeout(() => {
        release()
        controller.error(new Error('the client stopped reading the listing'))
      }, maxStall)
    },
    cancel: end,
  })
}
