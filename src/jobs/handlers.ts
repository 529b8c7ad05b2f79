import type { TaskType } from '@/db/columns'
import { archiveUpload } from './archive-upload'
import { dataExport } from './data-export'
import type { TaskHandler } from './handler'

/** What is done for each type of task. */
export const HANDLERS: Record<TaskType, TaskHandler> = {
  workouts_archive_upload: archiveUpload,
  user_data_export: dataExport,
}
