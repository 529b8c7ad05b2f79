import type { Attempts } from '@/auth/attempts'
import type { KnownTokens } from '@/auth/known-tokens'
import type { Passwords } from '@/auth/passwords'
import type { SessionTokens } from '@/auth/session-tokens'
import type { TokenUses } from '@/auth/token-uses'
import type { Backups } from '@/backup/backups'
import type { Config } from '@/config/config'
import type { Db } from '@/db/open'
import type { Geocoder } from '@/geocode/geocoder'
import type { Clock } from '@/lib/clock'
import type { Ids } from '@/lib/ids'
import type { Log, Logs } from '@/lib/log'
import type { RateLimiter } from '@/lib/rate-limiter'
import type { RequestAddresses } from '@/lib/request-addresses'
import type { RequestIds } from '@/lib/request-ids'
import type { Sealer } from '@/lib/sealed-text'
import type { Signal } from '@/lib/signal'
import type { MailDelivery } from '@/mail/delivery'
import type { Files } from '@/storage/files'
import type { Inbox } from '@/storage/inbox'
import type { Pictures } from '@/storage/pictures'
import type { Reserve } from '@/storage/reserve'
import type { WeatherService } from '@/weather/weather'
import type { MapDrawer } from '@/workers/map-drawer'
import type { PointsAnalyser } from '@/workers/points-analyser'
import type { TrackReader } from '@/workers/track-reader'

/** Everything with state or side effects that a use case may need. */
export interface AppContext {
  config: Config
  db: Db
  log: Log
  /** Tells the log of a request; undefined when it does not want to know. */
  logRequest: Logs['logRequest']
  clock: Clock
  ids: Ids
  /** The uploads folder. */
  files: Files
  /** Where recordings are dropped; undefined when nothing is taken from a folder, or another server does. */
  inbox: Inbox | undefined
  /** Makes pictures of uploaded ones. */
  pictures: Pictures
  /** Room on the disk for when it is full. */
  reserve: Reserve
  passwords: Passwords
  sessions: SessionTokens
  /** Tokens that were found to be good. */
  knownTokens: KnownTokens
  /** Notes when personal tokens are used. */
  tokenUses: TokenUses
  /** Keeps texts unreadable at rest. */
  sealer: Sealer
  /** Sends the mails of the outbox. */
  mail: MailDelivery
  /** Counts requests against the configured limits. */
  limiter: RateLimiter
  /** Counts guesses at secrets, and what has mails sent. */
  attempts: Attempts
  /** Where requests came from, as their sockets say. */
  addresses: RequestAddresses
  /** Names requests for the log. */
  requestIds: RequestIds
  /** Makes full backups by the clock; undefined when none are wanted. */
  backups: Backups | undefined
  /** Raised when there is a new background task. */
  newTask: Signal
  /** One-time secret of the link that creates the owner's account. */
  setupToken: string
  /** Finds places by name. */
  geocoder: Geocoder
  /** Knows the weather around workouts. */
  weather: WeatherService
  /** Reads and measures uploaded recordings off the main thread. */
  tracks: TrackReader
  /** Draws map images off the main thread. */
  maps: MapDrawer
  /** Analyses stored recordings off the main thread. */
  analyse: PointsAnalyser
  /** Empties the log of the database off the main thread, after work that has written much. */
  checkpoint: () => Promise<void>
  /** Evicts files that nobody is about to read, by their paths, from the memory of the system. */
  evict: (paths: readonly string[]) => Promise<void>
}
