import { findFreeSpace } from '@/lib/files/free-space'
import type { Problem } from '@/lib/recent-problems'
import { hideSecrets } from '@/lib/text/hide-secrets'
import { VERSION } from '@/lib/version'
import type { AppContext } from '@/services/context'
import type { LatestRelease } from '@/services/releases/release-check'
import { databaseProbe, findSqliteVersion } from '@/store/db/connections/probe'
import { type MailQueueState, summarizeMailQueue } from '@/store/db/queries/accounts/mail-queue'
import { ALERT_KINDS } from '@/store/db/schema/columns'
import type { StorageSizes } from '@/store/files/storage-sizes'
import { findUnwritable } from '@/store/files/write-test'

/** Parts of the server that are checked. */
export type CheckedPart = 'database' | 'folders' | 'backups'

/** The state of a server, for its administrators. */
export interface Operations {
  /** Undefined when email is not configured. */
  mail: MailQueueState | undefined
  storage: StorageSizes
  /** Free bytes on the disks of the database and of the uploads. */
  freeSpace: { database: number | undefined; uploads: number | undefined }
  versions: { server: string; api: string; bun: string; sqlite: string; platform: string }
  /** When the server was started, in milliseconds since the Unix epoch. */
  startedAt: number
  /** The problem of each part, undefined where there is none. Backups are absent when they are not configured. */
  health: { part: CheckedPart; problem: string | undefined }[]
  /** The latest warnings and errors, newest first. */
  problems: Problem[]
  /** Undefined when the check for releases is disabled. */
  release: { latest: LatestRelease | undefined; isNewer: boolean } | undefined
}

/** Returns a function that reads the state of the server. It never throws because of a problem that it reports. */
export function operationsReader(ctx: AppContext): () => Promise<Operations> {
  const probe = databaseProbe(ctx.db)
  const startedAt = ctx.clock.now()
  return async () => ({
    mail: ctx.config.mail ? await readMailQueue(ctx) : undefined,
    storage: ctx.storage.read(),
    freeSpace: {
      database: findFreeSpace(ctx.config.dataDir),
      uploads: ctx.config.bucket ? undefined : findFreeSpace(ctx.config.uploadsDir),
    },
    versions: {
      ...{ server: VERSION.server, api: VERSION.api, bun: Bun.version },
      sqlite: await findSqliteVersion(ctx.db),
      platform: `${process.platform} ${process.arch}`,
    },
    startedAt,
    health: [
      { part: 'database', problem: findDatabaseProblem(probe) },
      { part: 'folders', problem: findFolderProblem(ctx) },
      ...(ctx.backups ? [{ part: 'backups' as const, problem: findBackupProblem(ctx) }] : []),
    ],
    problems: ctx.problems.list().map((problem) => withoutSecrets(ctx, problem)),
    release: readRelease(ctx),
  })
}

async function readMailQueue(ctx: AppContext): Promise<MailQueueState> {
  const state = await summarizeMailQueue(ctx.db)
  return { ...state, lastError: state.lastError && hideConfiguredSecrets(ctx, state.lastError) }
}

function findDatabaseProblem(probe: () => void): string | undefined {
  try {
    probe()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function findFolderProblem({ config }: AppContext): string | undefined {
  const texts = findUnwritable(config).map(({ path, problem }) => `${path}: ${problem}`)
  return texts.length > 0 ? texts.join('; ') : undefined
}

/** The alerts about backups that are active. */
function findBackupProblem({ alerts }: AppContext): string | undefined {
  const texts = ALERT_KINDS.filter((kind) => kind.startsWith('backup_') && alerts.isActive(kind))
  const factsOf = (kind: (typeof texts)[number]) => Object.values(alerts.find(kind)?.facts ?? {})
  return texts.length > 0
    ? texts.map((kind) => [kind.replaceAll('_', ' '), ...factsOf(kind)].join(': ')).join('; ')
    : undefined
}

function readRelease({ releases }: AppContext): Operations['release'] {
  if (!releases) return undefined
  const latest = releases.find()
  const isNewer = latest !== undefined && Bun.semver.order(latest.version, VERSION.server) > 0
  return { latest, isNewer }
}

const withoutSecrets = (ctx: AppContext, problem: Problem): Problem => ({
  ...problem,
  message: hideConfiguredSecrets(ctx, problem.message),
  cause: problem.cause && hideConfiguredSecrets(ctx, problem.cause),
})

/** Hides the secrets of the settings in a text of the log or of another server. */
export const hideConfiguredSecrets = (
  { config, setupToken }: Pick<AppContext, 'config' | 'setupToken'>,
  text: string,
): string =>
  hideSecrets(text, [
    ...[config.secretKey, config.mail?.login?.password, config.weather?.key, config.metricsToken],
    ...[config.bucket?.secretAccessKey, setupToken],
  ])
