import type { Signal } from '@/lib/concurrency/signal'
import type { SingleFlight } from '@/lib/concurrency/single-flight'
import type { Config } from '@/lib/config/config'
import type { Log, Logs } from '@/lib/log'
import type { RateLimiter } from '@/lib/network/rate-limiter'
import type { RequestAddresses } from '@/lib/network/request-addresses'
import type { RequestIds } from '@/lib/network/request-ids'
import type { UploadBodies } from '@/lib/network/upload-bodies'
import type { RecentProblems } from '@/lib/recent-problems'
import type { Ids } from '@/lib/text/ids'
import type { Sealer } from '@/lib/text/sealed-text'
import type { Signer } from '@/lib/text/signed-text'
import type { Clock } from '@/lib/time/clock'
import type { CallerCache } from '@/services/auth/caller-cache'
import type { LoginAttempts } from '@/services/auth/login-attempts'
import type { Provider } from '@/services/auth/oidc/provider'
import type { Passwords } from '@/services/auth/passwords'
import type { SessionTokens } from '@/services/auth/session-tokens'
import type { Backups } from '@/services/backup/backups'
import type { LoadGazetteer } from '@/services/geocoding/gazetteer'
import type { Geocoder } from '@/services/geocoding/geocoder'
import type { MailDelivery } from '@/services/mail/delivery'
import type { LocalMap } from '@/services/maps/map-file/local-map'
import type { LoadRegions } from '@/services/regions/load-regions'
import type { ReleaseCheck } from '@/services/releases/release-check'
import type { WeatherService } from '@/services/weather/weather'
import type { WebhookDelivery } from '@/services/webhooks/delivery'
import type { Vapid } from '@/services/webhooks/vapid'
import type { MapDrawer } from '@/services/workers/map-drawer'
import type { PointsAnalyser } from '@/services/workers/points-analyser'
import type { CourseReader, RecordingReader } from '@/services/workers/start-workers'
import type { Db } from '@/store/db/connections/open'
import type { AlertStore } from '@/store/files/alerts'
import type { Inbox } from '@/store/files/inbox'
import type { Pictures } from '@/store/files/pictures'
import type { Reserve } from '@/store/files/reserved-space'
import type { StorageMeter } from '@/store/files/storage-meter'
import type { StorageGauge } from '@/store/files/storage-sizes'
import type { Files } from '@/store/files/stored-files'
import type { LastUses } from './auth/last-uses'

/** Everything with state or side effects that use cases need. */
export interface AppContext {
  config: Config
  db: Db
  log: Log
  /** Logs a request; undefined when requests are not logged. */
  logRequest: Logs['logRequest']
  clock: Clock
  ids: Ids
  /** The uploads. */
  files: Files
  /** The storage used by each account. */
  storageMeter: StorageMeter
  /** The folder into which recordings are dropped. Undefined when it is off, and on a replica. */
  inbox: Inbox | undefined
  /** Resizes and converts uploaded pictures and photos. */
  pictures: Pictures
  /** Reserved disk space that is released when the disk is full. */
  reserve: Reserve
  passwords: Passwords
  sessions: SessionTokens
  /** Cached callers by their tokens. */
  callerCache: CallerCache
  /** Records when personal access tokens and public links are used. */
  lastUses: LastUses
  /** Encrypts texts before they are stored. */
  sealer: Sealer
  /** Encrypts what a browser stores while its user logs in elsewhere. */
  loginSealer: Sealer
  /** Signs the users whom a proxy has named to a read-only server, for the primary. */
  proxySigner: Signer
  /** Encrypts the challenges of passkeys. */
  passkeySealer: Sealer
  /** The OpenID Connect provider; undefined unless one is configured. */
  provider: Provider | undefined
  /** Signs replication positions in the cookies of browsers. */
  positionSigner: Signer
  /** Signs the cookies by which devices that have logged in before are known. */
  deviceSigner: Signer
  /** Signs the CSRF tokens of session cookies. */
  csrfSigner: Signer
  /** Signs the keys in the URLs of photos. */
  photoSigner: Signer
  /** Sends the messages in the mail queue. */
  mail: MailDelivery
  /** Signs messages to the push services of devices. */
  vapid: Vapid
  /** Sends the queued deliveries of webhooks. */
  webhooks: WebhookDelivery
  /** Server errors that administrators are alerted to. */
  alerts: AlertStore
  /** Counts requests against the configured limits. */
  limiter: RateLimiter
  /** The upload bodies that are being read. */
  uploads: UploadBodies
  /** Limits guesses of secrets and requests that send mails. */
  attempts: LoginAttempts
  /** Client addresses of requests. */
  addresses: RequestAddresses
  /** Assigns ids to requests, for the log. */
  requestIds: RequestIds
  /** The latest warnings and errors of the log. */
  problems: RecentProblems
  /** The storage that the server uses, by kind. */
  storage: StorageGauge
  /** Asks for new releases; undefined unless the settings enable it. */
  releases: ReleaseCheck | undefined
  /** Creates scheduled full backups; undefined when they are not configured. */
  backups: Backups | undefined
  /** Raised when a background task is added. */
  newTask: Signal
  /** One-time secret in the link with which the owner's account is created. */
  setupToken: string
  /** Ids of workouts whose damaged points have been logged, so that not every request logs them again. */
  damagedWorkouts: Set<number>
  /** Loads the borders of countries and regions that are part of the executable. */
  loadRegions: LoadRegions
  /** Loads the list of places that is part of the executable. */
  loadGazetteer: LoadGazetteer
  /** Finds places by name. */
  geocoder: Geocoder
  /** Fetches the weather at the start and end of workouts. */
  weather: WeatherService
  /** Reads and measures uploaded recordings off the main thread. */
  recordings: RecordingReader
  /** Reads and measures courses off the main thread. */
  courses: CourseReader
  /** The file with map tiles; undefined unless one is configured. */
  localMap: LocalMap | undefined
  /** Draws map images off the main thread. */
  maps: MapDrawer
  /** The pictures of workouts for sharing that are being drawn, by what they show. */
  cards: SingleFlight<Uint8Array<ArrayBuffer>>
  /** Analyses stored recordings off the main thread. */
  analyse: PointsAnalyser
  /** Checkpoints the database off the main thread, after work that has written much. */
  checkpoint: () => Promise<void>
  /**
   * Rewrites the database off the main thread to reclaim the space of deleted rows. Nothing else can write during that
   * time.
   */
  vacuum: () => Promise<void>
}
