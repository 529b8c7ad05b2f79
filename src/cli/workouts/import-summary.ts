import { kindOf } from '@/cli/exit-codes'
import type { Io } from '@/cli/io'
import { printResult } from '@/cli/output'
import { ZipError } from '@/domain/tracks/formats/zip/zip'
import { AppError } from '@/lib/errors'
import { Failure } from '@/lib/failure'
import { ExportError } from '@/use-cases/imports/services/read-service-export'

/** Results of an import, by entry or recording. */
export interface ImportSummary {
  imported: number
  /** Recordings that the user already had. */
  repeated: number
  /** Workouts that were replaced by a richer recording. */
  replaced: number
  /** Entries of an export that are no workouts. */
  leftOut: number
  failures: readonly ImportFailure[]
  /** Recordings that were not processed because the command was interrupted. */
  remaining: number
  isDryRun: boolean
  /** Id of the report; absent in a dry run. */
  report?: string | undefined
}

interface ImportFailure {
  name: string
  reason: string
}

/** Prints a summary as `lines`, or as JSON. @throws Failure when not everything was imported */
export function printSummary(io: Io, summary: ImportSummary, lines: readonly string[]): void {
  const { imported, repeated, replaced, leftOut, failures, remaining, isDryRun, report } = summary
  printResult(
    io,
    {
      dry_run: isDryRun,
      imported,
      already_there: repeated,
      replaced,
      left_out: leftOut,
      not_processed: remaining,
      failed: failures,
      report: report ?? null,
    },
    lines,
  )
}

/** @throws Failure when something could not be imported: `partlyDone` if anything else is in the account now. */
export function requireAllImported({
  imported,
  repeated,
  replaced,
  failures,
}: Omit<ImportSummary, 'report'>): void {
  const [first] = failures
  if (first === undefined) return
  const others = imported + repeated + replaced
  throw new Failure(
    others > 0 ? 'partlyDone' : 'failed',
    `${failures.length} of ${others + failures.length} could not be imported, such as ${first.name} (${first.reason}). The summary lists them. Import them again when they are repaired; what is here already is skipped.`,
  )
}

/** Throws an error that occurred while a file was read, with the path and, for archives, advice. */
export function failAt(path: string, error: unknown): never {
  if (error instanceof ExportError && error.cause instanceof ZipError)
    throw new Failure('failed', noArchive(path), { cause: error })
  if (error instanceof ExportError)
    throw new Failure('failed', `${path}: ${error.message}`, { cause: error })
  if (!(error instanceof AppError && 'message' in error.body)) throw error
  const { code, message } = error.body as { code?: string; message: string }
  const text = code === 'archive_damaged' ? noArchive(path) : `${path}: ${message}`
  throw new Failure(kindOf(error), text, { cause: error })
}

const noArchive = (path: string) =>
  `${path} is not a ZIP archive, or it is damaged or incomplete: download it again.`
