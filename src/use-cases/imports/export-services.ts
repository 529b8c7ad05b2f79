import type { AppContext } from '@/context'
import { EXPORT_SERVICES, type ExportService } from '@/db/columns'
import type { ZipArchive } from '@/tracks/formats/zip'
import { appleHealth } from './apple-health-export'
import { endomondo } from './endomondo-export'
import { type Archive, archiveOf, ExportError, openArchive } from './export-archive'
import { fittrackee } from './fittrackee-export'
import { garmin } from './garmin-export'
import { googleFit } from './google-fit-export'
import type { ExportContent, ExportOwner, Service } from './moved-workout'
import { polar } from './polar-export'
import { runkeeper } from './runkeeper-export'
import { strava } from './strava-export'

/** The readers of exports. */
export const SERVICES: Readonly<Record<ExportService, Service>> = {
  ...{ strava, garmin, fittrackee, runkeeper, endomondo, polar },
  'apple-health': appleHealth,
  'google-fit': googleFit,
}

/** An export that was opened; to be closed after the move. */
export interface Export extends ExportContent {
  service: ExportService
  close: () => void
}

type Deps = Pick<AppContext, 'files'>

/** The service that an open archive is an export of, judged by what is in it; undefined for any other archive. */
export async function recogniseExport(
  deps: Deps,
  zip: ZipArchive,
): Promise<ExportService | undefined> {
  const archive = archiveOf(deps, zip)
  for (const name of EXPORT_SERVICES) if (await isExport(archive, name)) return name
  return undefined
}

/** What is damaged is no export. */
const isExport = (archive: Archive, name: ExportService) =>
  SERVICES[name].isExport(archive).catch((error) => {
    if (error instanceof ExportError) return false
    throw error
  })

/**
 * Opens the export of a service.
 *
 * @throws ExportError when it is no such export, or cannot be read
 */
export async function openExport(
  deps: Deps,
  path: string,
  { service, owner }: { service: ExportService; owner: ExportOwner },
): Promise<Export> {
  const archive = await openArchive(deps, path)
  try {
    const content = await SERVICES[service].read(archive, owner)
    return { ...content, service, close: archive.close }
  } catch (error) {
    archive.close()
    throw error
  }
}
