import type { ZipArchive } from '@/domain/tracks/formats/zip/zip'
import type { AppContext } from '@/services/context'
import {
  type ExportContent,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from './imported-workout'
import { type Archive, archiveOf, ExportError, openArchive } from './read-service-export'
import { adidasRunning } from './readers/adidas-running'
import { appleHealth } from './readers/apple-health'
import { endomondo } from './readers/endomondo'
import { fitbit } from './readers/fitbit'
import { fitotrack } from './readers/fitotrack'
import { fittrackee } from './readers/fittrackee'
import { garmin } from './readers/garmin'
import { googleFit } from './readers/google-fit'
import { huaweiHealth } from './readers/huawei-health'
import { intervalsIcu } from './readers/intervals-icu'
import { mapMyRun } from './readers/map-my-run'
import { nikeRunClub } from './readers/nike-run-club'
import { polar } from './readers/polar'
import { runkeeper } from './readers/runkeeper'
import { samsungHealth } from './readers/samsung-health'
import { strava } from './readers/strava'
import { trainingPeaks } from './readers/training-peaks'
import { zepp } from './readers/zepp'

/**
 * Readers for exports of all supported services, by the names that the command line knows. Those that recognise files
 * only by their content come last.
 */
export const SERVICES = {
  'intervals-icu': intervalsIcu,
  ...{ strava, garmin, fittrackee, runkeeper, endomondo, polar },
  'apple-health': appleHealth,
  ...{ fitbit, 'google-fit': googleFit, 'adidas-running': adidasRunning },
  'samsung-health': samsungHealth,
  ...{ 'huawei-health': huaweiHealth, fitotrack },
  ...{
    zepp,
    'training-peaks': trainingPeaks,
    'map-my-run': mapMyRun,
    'nike-run-club': nikeRunClub,
  },
} as const satisfies Record<string, Service>

export type ExportService = keyof typeof SERVICES
export const EXPORT_SERVICES = Object.keys(SERVICES) as ExportService[]

/** An open export. The caller must close it after the import. */
export interface OpenExport extends ExportContent {
  service: ExportService
  close: () => void
}

type Deps = Pick<AppContext, 'files'>

/** Detects which service an archive is an export of, from its contents; undefined for other archives. */
export async function detectExport(
  deps: Deps,
  zip: ZipArchive,
): Promise<ExportService | undefined> {
  const archive = archiveOf(deps, zip)
  for (const name of EXPORT_SERVICES) if (await isExport(archive, name)) return name
  return undefined
}

/** A damaged archive is not treated as an export. */
const isExport = (archive: Archive, name: ExportService) =>
  SERVICES[name].isExport(archive).catch((error) => {
    if (error instanceof ExportError) return false
    throw error
  })

/**
 * Opens the export of a service.
 *
 * @throws ExportError when it is not an export of this service, cannot be read, or has too many entries
 */
export async function openExport(
  deps: Deps,
  path: string,
  { service, ...options }: ReadingOptions & { service: ExportService },
): Promise<OpenExport> {
  const archive = await openArchive(deps, path)
  try {
    const content = await SERVICES[service].read(archive, options)
    requireWithinLimit(content.workouts.length, options)
    return { ...content, service, close: archive.close }
  } catch (error) {
    archive.close()
    throw error
  }
}
