import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Attempts } from '@/auth/attempts'
import { knownTokens } from '@/auth/known-tokens'
import { openPasswords } from '@/auth/passwords'
import { readSecretKey, sessionTokens } from '@/auth/session-tokens'
import { TokenUses } from '@/auth/token-uses'
import { openBackups } from '@/backup/backups'
import type { Config } from '@/config/config'
import type { AppContext } from '@/context'
import type { OpenDatabase } from '@/db/open'
import { openOwnDatabase } from '@/db/open-own'
import { fileOf, shrink } from '@/db/upkeep'
import { openGeocoder } from '@/geocode/geocoder'
import { systemClock } from '@/lib/clock'
import { randomIds } from '@/lib/ids'
import { openLogs } from '@/lib/log'
import { giveBackMemory } from '@/lib/memory'
import { RateLimiter } from '@/lib/rate-limiter'
import { RequestAddresses } from '@/lib/request-addresses'
import { RequestIds } from '@/lib/request-ids'
import { sealerFor } from '@/lib/sealed-text'
import { Signal } from '@/lib/signal'
import { openMail } from '@/mail/delivery'
import { type Files, findUploads } from '@/storage/files'
import { Inbox } from '@/storage/inbox'
import { openStorage } from '@/storage/open-storage'
import { openPictures } from '@/storage/pictures'
import { readOnlyFiles } from '@/storage/read-only-files'
import { openReserve } from '@/storage/reserve'
import { VERSION } from '@/version'
import { openWeather } from '@/weather/weather'
import { idleMapDrawer } from '@/workers/map-drawer'
import { startWorkers } from '@/workers/start-workers'

/** What services outside are told of who asks. */
const USER_AGENT = `Milepost v${VERSION.server}`

/** A running context: what use cases need, and what has to be closed in the end. */
export interface OpenContext {
  ctx: AppContext
  database: OpenDatabase
  close: () => Promise<void>
  /** Changes what the log is told; its file is opened anew, for somebody may have moved it away. */
  adjustLog: (settings: Config['log']) => void
}

/** What may stand in for the real thing; everything else is made from it. */
export interface ContextOverrides
  extends Partial<Pick<AppContext, 'clock' | 'passwords' | 'setupToken'>> {
  database?: OpenDatabase
  startWorkers?: typeof startWorkers
}

/** The composition root: everything with state or side effects is made here. */
export function createContext(config: Config, overrides: ContextOverrides = {}): OpenContext {
  mkdirSync(config.dataDir, { recursive: true })
  process.env.MILEPOST_NATIVE_DIR ??= join(config.dataDir, 'native')
  const { clock = systemClock } = overrides
  const ids = randomIds
  const logs = openLogs(config.log)
  const { log, logRequest } = logs
  const reserve = openReserve(join(config.dataDir, 'reserve'))
  reserve.releaseIfNeeded()
  const database =
    overrides.database ?? openOwnDatabase(config.databaseFile, () => findUploads(config.uploadsDir))
  const { db } = database
  const secret = readSecretKey(config, ids)
  const sealer = sealerFor(secret)
  const emptied = () => {
    shrink(db)
    void giveBackMemory()
  }
  const workers = (overrides.startWorkers ?? startWorkers)({ config, clock, log, emptied })
  const { tracks, analyse, evict } = workers
  const files = filesOf(config, openStorage(config, { clock, ids, reserve }))
  const ctx: AppContext = {
    config,
    db,
    log,
    logRequest,
    clock,
    ids,
    files,
    inbox: inboxOf(config),
    reserve,
    pictures: openPictures(),
    passwords: overrides.passwords ?? openPasswords(),
    sessions: sessionTokens(secret, clock),
    knownTokens: knownTokens(clock),
    tokenUses: new TokenUses({ db, clock, log }, config.primaryUrl === undefined),
    sealer,
    mail: openMail({ db, clock, log, sealer }, config.mail),
    limiter: new RateLimiter(clock),
    attempts: new Attempts({ db, clock, log }, config.rateLimits.auth),
    addresses: new RequestAddresses(),
    requestIds: new RequestIds(ids.hex(3)),
    backups:
      config.backup &&
      openBackups({ database, dataDir: config.dataDir, files, clock }, config.backup),
    newTask: new Signal(),
    setupToken: overrides.setupToken ?? ids.secret(24),
    geocoder: openGeocoder({ url: config.nominatimUrl, userAgent: USER_AGENT, clock, fetch }),
    weather: openWeather(config.weather, { log, fetch, clock }),
    ...{ tracks, analyse, evict },
    maps: config.primaryUrl === undefined ? workers.maps : idleMapDrawer(workers.maps),
    checkpoint: async () => {
      const file = fileOf(db)
      if (file !== undefined) await workers.checkpoint(file)
    },
  }
  const close = async () => {
    await ctx.mail.stop()
    await ctx.tokenUses.settle()
    workers.stop()
    await ctx.db.destroy()
  }
  const adjustLog = (settings: Config['log']) => {
    ctx.logRequest = logs.adjust(settings)
  }
  return { ctx, database, close, adjustLog }
}

/** What a server that only reads does with stored files: nothing but read them. */
const filesOf = ({ primaryUrl }: Config, files: Files): Files =>
  primaryUrl === undefined ? files : readOnlyFiles(files)

/** A server that only reads takes nothing in. */
const inboxOf = ({ inboxDir, primaryUrl }: Config): Inbox | undefined =>
  inboxDir === undefined || primaryUrl !== undefined ? undefined : new Inbox(inboxDir)
