import type { TaskRow } from '@/store/db/queries/tasks/user-tasks'
import { fromJson } from '@/store/db/schema/columns'
import type { UploadData } from '@/use-cases/imports/receive/upload-data'
import type { ExportService } from '@/use-cases/imports/services/detect-service'

/** How to import the uploads in an archive, as stored with its task. */
export interface ArchiveOptions {
  data?: UploadData
  equipmentIds?: number[]
  /** The service that the archive is an export of. */
  service?: ExportService
}

export const archiveOptions = ({ options }: Pick<TaskRow, 'options'>): ArchiveOptions =>
  fromJson(options)
