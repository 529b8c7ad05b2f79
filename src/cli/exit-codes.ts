import { ConfigError } from '@/lib/config/environment-variables'
import { AppError } from '@/lib/errors'
import { Failure, type FailureKind } from '@/lib/failure'
import { isDatabaseBusy } from '@/lib/system-errors'

/** The exit codes of all commands. The manual page lists them, and scripts rely on them. */
export const EXIT_CODES = {
  done: { name: 'done', code: 0, meaning: 'Everything was done.' },
  failed: { name: 'failed', code: 1, meaning: 'The command failed, or it found problems.' },
  usage: {
    name: 'usage',
    code: 2,
    meaning: 'The command line or a setting is invalid; nothing was done.',
  },
  notFound: {
    name: 'not_found',
    code: 3,
    meaning: 'Something that the command line names does not exist: a file, an account, a sport.',
  },
  locked: {
    name: 'locked',
    code: 4,
    meaning: 'Another process uses the data folder, the folder of backups, or the address.',
  },
  denied: {
    name: 'denied',
    code: 5,
    meaning: 'A rule or a permission forbids it, or a question was answered with no.',
  },
  partlyDone: {
    name: 'partly_done',
    code: 6,
    meaning: 'Only a part was done. The output lists the rest.',
  },
  interrupted: { name: 'interrupted', code: 130, meaning: 'Interrupted with Ctrl-C (SIGINT).' },
  outputClosed: {
    name: 'output_closed',
    code: 141,
    meaning: 'The reader of the output closed it, as head does.',
  },
  terminated: { name: 'terminated', code: 143, meaning: 'Stopped by SIGTERM.' },
} as const

export const codeOf = (kind: FailureKind): number => EXIT_CODES[kind].code

const HTTP_KINDS: Record<number, FailureKind> = { 403: 'denied', 404: 'notFound', 409: 'denied' }

const SYSTEM_KINDS: readonly [codes: RegExp, kind: FailureKind][] = [
  [/^ENOENT$/, 'notFound'],
  [/^(EACCES|EPERM|EROFS|SQLITE_(READONLY|PERM))/, 'denied'],
]

/** Classifies an error that ended a command. */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof Failure) return error.kind
  if (error instanceof ConfigError) return 'usage'
  if (error instanceof AppError) return HTTP_KINDS[error.httpStatus] ?? 'failed'
  if (isDatabaseBusy(error)) return 'locked'
  return kindOfSystemError(error)
}

function kindOfSystemError(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error ? String(error.code) : ''
  const [, kind] = SYSTEM_KINDS.find(([codes]) => codes.test(code)) ?? []
  return kind ?? kindOfSystemError(error.cause)
}
