import { join } from 'node:path'
import { Signal } from '@/lib/concurrency/signal'
import { SingleFlight } from '@/lib/concurrency/single-flight'
import type { Config } from '@/lib/config/config'
import { createFolderSync } from '@/lib/files/fsync'
import { type Log, openLogs } from '@/lib/log'
import { RateLimiter } from '@/lib/network/rate-limiter'
import { RequestAddresses } from '@/lib/network/request-addresses'
import { RequestIds } from '@/lib/network/request-ids'
import { UploadBodies } from '@/lib/network/upload-bodies'
import { releaseMemory } from '@/lib/process/memory'
import { randomIds } from '@/lib/text/ids'
import { createSealer } from '@/lib/text/sealed-text'
import { createSigner } from '@/lib/text/signed-text'
import { type Clock, systemClock } from '@/lib/time/clock'
import { VERSION } from '@/lib/version'
import { openCallerCache } from '@/services/auth/caller-cache'
import { LastUses } from '@/services/auth/last-uses'
import { LoginAttempts } from '@/services/auth/login-attempts'
import { openProvider } from '@/services/auth/oidc/provider'
import { openPasswords } from '@/services/auth/passwords'
import { createSessionTokens, readSecretKey } from '@/services/auth/session-tokens'
import { openBackups } from '@/services/backup/backups'
import { createGazetteerLoader, createLocalGeocoder } from '@/services/geocoding/gazetteer'
import { openGeocoder } from '@/services/geocoding/geocoder'
import { openMail } from '@/services/mail/delivery'
import { LocalMap } from '@/services/maps/map-file/local-map'
import { createRegionsLoader } from '@/services/regions/load-regions'
import { openReleaseCheck } from '@/services/releases/release-check'
import { openWeather } from '@/services/weather/weather'
import { idleMapDrawer } from '@/services/workers/map-drawer'
import { startWorkers, type Workers } from '@/services/workers/start-workers'
import { connectionsOf } from '@/store/db/connections/dialect'
import { checkpointBy, fileOf, shrink, vacuumBy } from '@/store/db/connections/maintenance'
import type { Db, OpenDatabase } from '@/store/db/connections/open'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { findQuota, storeStorageUse } from '@/store/db/queries/accounts/users'
import { measureAccount } from '@/store/files/account-size'
import { AlertStore, findAlert } from '@/store/files/alerts'
import { Inbox } from '@/store/files/inbox'
import { meteredFiles } from '@/store/files/metered-files'
import { openStorage } from '@/store/files/open-files'
import { openPictures } from '@/store/files/pictures'
import { readOnlyFiles } from '@/store/files/read-only-files'
import { openReserve } from '@/store/files/reserved-space'
import { StorageMeter, type StorageUse } from '@/store/files/storage-meter'
import { StorageGauge } from '@/store/files/storage-sizes'
import { type Files, findUploads } from '@/store/files/stored-files'
import type { AppContext } from './context'
import { openWebhooks } from './webhooks/delivery'
import { createVapid } from './webhooks/vapid'

/** The `User-Agent` header of requests to other services. */
const USER_AGENT = `Milepost v${VERSION.server}`

/** A running context with its database, and the function that closes both. */
export interface OpenContext {
  ctx: AppContext
  database: OpenDatabase
  close: () => Promise<void>
  /** Changes the log settings, and reopens the log file, because a log rotation may have moved it. */
  adjustLog: (settings: Config['log']) => void
}

/** Replacements for parts of the context. Everything else is created by `createContext`. */
export interface ContextOverrides
  extends Partial<Pick<AppContext, 'clock' | 'passwords' | 'setupToken'>> {
  database?: OpenDatabase
  startWorkers?: typeof startWorkers
}

/** Pictures for sharing that are drawn at the same time. */
const MAX_CARDS = 2

/** The composition root: creates everything with state or side effects. */
export function createContext(config: Config, overrides: ContextOverrides = {}): OpenContext {
  createFolderSync(config.dataDir)
  process.env.MILEPOST_NATIVE_DIR ??= join(config.dataDir, 'native')
  const { clock = systemClock } = overrides
  const ids = randomIds
  const logs = openLogs(config.log)
  const { log, logRequest, problems } = logs
  const reserve = openReserve(join(config.dataDir, 'reserve'))
  reserve.releaseIfNeeded()
  const database = overrides.database ?? openConfiguredDatabase(config)
  const { db } = database
  logDiskFailure(db, log)
  const signing = openSigning(readSecretKey(config, ids), config, clock)
  const emptied = () => freeMemory(db)
  const workers = (overrides.startWorkers ?? startWorkers)({ config, clock, log, emptied })
  const lastUses = new LastUses({ db, clock, log }, config.primaryUrl === undefined)
  const stores = openStores(config, { db, clock, ids, reserve, lastUses })
  const ctx: AppContext = {
    ...{ config, db, log, logRequest, problems },
    damagedWorkouts: new Set(),
    clock,
    ids,
    ...stores,
    reserve,
    pictures: openPictures(),
    passwords: overrides.passwords ?? openPasswords(),
    ...signing,
    provider: openConfiguredProvider(config, { clock, ids, log }),
    callerCache: openCallerCache(clock),
    lastUses,
    ...openMessaging(config, { db, clock, log, ids, ...signing }),
    ...openLimits(config, { db, clock, log }),
    addresses: new RequestAddresses(),
    requestIds: new RequestIds(ids.hex(3)),
    ...openOperations(config, { database, files: stores.files, clock }),
    newTask: new Signal(),
    setupToken: overrides.setupToken ?? ids.secret(24),
    ...openPlaces(config, { clock, fetch }),
    weather: openWeather(config.weather, { log, fetch, clock }),
    ...{ recordings: workers.recordings, courses: workers.courses },
    analyse: workers.analyse,
    ...openMaps(config, { workers, log, clock }),
    ...databaseWork(db, workers),
  }
  const close = async () => {
    await ctx.webhooks.stop()
    await ctx.mail.stop()
    await ctx.lastUses.settle()
    workers.stop()
    await ctx.localMap?.close()
    await ctx.db.destroy()
  }
  const adjustLog = (settings: Config['log']) => {
    ctx.logRequest = logs.adjust(settings)
  }
  return { ctx, database, close, adjustLog }
}

/** Gives memory back to the system once nothing is left to import. */
function freeMemory(db: Db): void {
  shrink(db)
  releaseMemory()
}

/** Work of the worker processes on the database file. It does nothing for an in-memory database. */
function databaseWork(db: Db, workers: Workers): Pick<AppContext, 'checkpoint' | 'vacuum'> {
  const file = fileOf(db)
  if (file === undefined)
    return { checkpoint: async () => undefined, vacuum: async () => undefined }
  return {
    checkpoint: () => checkpointBy(db, () => workers.checkpoint(file)),
    vacuum: () => vacuumBy(db, () => workers.vacuum(file)),
  }
}

/** Creates what notifies people and programs outside of the server. */
function openMessaging(
  config: Config,
  deps: Pick<AppContext, 'db' | 'clock' | 'log' | 'ids' | 'sealer' | 'vapid'>,
): Pick<AppContext, 'mail' | 'webhooks' | 'alerts'> {
  const mail = openMail(deps, config.mail)
  return {
    mail,
    webhooks: openWebhooks({ ...deps, config, mail }),
    alerts: new AlertStore(config.dataDir, deps),
  }
}

/** Creates everything that counts and limits requests. */
const openLimits = (config: Config, deps: Pick<AppContext, 'db' | 'clock' | 'log'>) => ({
  limiter: new RateLimiter(deps.clock),
  attempts: new LoginAttempts(deps, config.rateLimits.auth),
  uploads: new UploadBodies(),
})

const openConfiguredDatabase = ({ databaseFile, dataDir, uploadsDir }: Config): OpenDatabase =>
  openOwnDatabase(
    databaseFile,
    () => findUploads(uploadsDir),
    findAlert(dataDir, 'disk_failed')?.isActive,
  )

/** Creates everything whose keys are derived from the server's secret. */
const openSigning = (secret: string, { uiUrl }: Config, clock: Clock) => ({
  sessions: createSessionTokens(secret, clock),
  sealer: createSealer(secret),
  loginSealer: createSealer(secret, 'logins in progress'),
  proxySigner: createSigner(secret, 'users named by a proxy'),
  passkeySealer: createSealer(secret, 'challenges of passkeys'),
  positionSigner: createSigner(secret, 'replication position'),
  deviceSigner: createSigner(secret, 'devices that have logged in'),
  csrfSigner: createSigner(secret, 'CSRF tokens'),
  photoSigner: createSigner(secret, 'viewers of photos'),
  vapid: createVapid(secret, uiUrl),
})

const openConfiguredProvider = (
  { login: { provider }, uiUrl }: Config,
  deps: Pick<AppContext, 'clock' | 'ids' | 'log'>,
) =>
  provider &&
  openProvider(provider, {
    ...deps,
    redirectUri: `${uiUrl}/login/callback`,
    userAgent: USER_AGENT,
    fetch,
  })

/** Creates what draws maps, and the file with their tiles. */
const openMaps = (
  { map: { file }, primaryUrl }: Config,
  { workers, ...deps }: { workers: Workers; log: Log; clock: Clock },
): Pick<AppContext, 'localMap' | 'maps' | 'cards'> => ({
  localMap: file === undefined ? undefined : new LocalMap(file, deps),
  maps: primaryUrl === undefined ? workers.maps : idleMapDrawer(workers.maps),
  cards: new SingleFlight(MAX_CARDS),
})

/** What administrators look after on the operations page. */
function openOperations(
  config: Config,
  { database, files, clock }: { database: OpenDatabase; files: Files; clock: Clock },
): Pick<AppContext, 'backups' | 'releases' | 'storage'> {
  const { dataDir, backup, updateCheckUrl: url } = config
  return {
    backups: backup && openBackups({ database, dataDir, files, clock }, backup),
    releases:
      url === undefined
        ? undefined
        : openReleaseCheck({ url, dataDir, userAgent: USER_AGENT, clock, fetch }),
    storage: new StorageGauge({ config, files, clock }),
  }
}

/** Logs the error once. Every later write is rejected. */
const logDiskFailure = (db: Db, log: Log) =>
  connectionsOf(db).onFailure(({ errno, message }) =>
    log.fatal(
      { errno, reason: message },
      'the disk failed: nothing is stored until the server is restarted',
    ),
  )

/** On a replica, stored files are read-only. */
const restrictFiles = ({ primaryUrl }: Config, files: Files): Files =>
  primaryUrl === undefined ? files : readOnlyFiles(files)

/** Opens the uploads and the inbox, and measures what each account stores in them. */
function openStores(
  config: Config,
  deps: Pick<AppContext, 'db' | 'clock' | 'ids' | 'reserve' | 'lastUses'>,
): Pick<AppContext, 'files' | 'inbox' | 'storageMeter'> {
  const { db, clock, lastUses } = deps
  const stored = openStorage(config, deps)
  const inbox = openInbox(config)
  const measure = (userId: number) => measureAccount({ db, files: stored, inbox }, userId)
  const storageMeter = new StorageMeter({
    loadQuota: (userId) => loadQuota({ db, config }, userId),
    clock,
    measure,
    onMeasured: (userId, { bytes }) =>
      lastUses.record({
        key: `storage ${userId} ${bytes}`,
        isStored: false,
        write: (tx) => storeStorageUse(tx, userId, bytes),
      }),
  })
  return { files: restrictFiles(config, meteredFiles(stored, storageMeter)), inbox, storageMeter }
}

/** The storage that an account may use: the server's quotas, or that of the account. */
async function loadQuota(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  userId: number,
): Promise<StorageUse> {
  const { bytes, files, ignoresAccounts } = config.quotas
  const own = ignoresAccounts ? null : await findQuota(db, userId)
  return { bytes: own ?? bytes, files }
}

/** A replica has no inbox. */
const openInbox = ({ inboxDir, primaryUrl }: Config): Inbox | undefined =>
  inboxDir === undefined || primaryUrl !== undefined ? undefined : new Inbox(inboxDir)

/** Opens the lists of places and regions, and the search of places: a Nominatim server if one is configured, or else the list in the executable. */
function openPlaces(
  { nominatimUrl: url }: Config,
  outside: Pick<Parameters<typeof openGeocoder>[0], 'clock' | 'fetch'>,
): Pick<AppContext, 'loadGazetteer' | 'loadRegions' | 'geocoder'> {
  const loadGazetteer = createGazetteerLoader()
  const geocoder =
    url === undefined
      ? createLocalGeocoder(loadGazetteer)
      : openGeocoder({ url, userAgent: USER_AGENT, ...outside })
  return { loadGazetteer, loadRegions: createRegionsLoader(), geocoder }
}
