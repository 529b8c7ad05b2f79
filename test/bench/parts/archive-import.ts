import { median } from '../measure'
import { tokenisingTimes } from '../saxes'
import { type Client, uploadForm } from '../server'

/** Points of each ride. */
export const POINTS = 3600
/** Milliseconds between two requests of the list. */
const PAUSE = 25
/** Files that are tokenised before and after an import. */
const TOKENISED = 20

/** The result of an import of an archive. */
export interface ImportRun {
  /** Files per second. */
  rate: number
  /** Files per second with saxes alone. */
  bare: number
  /** Response times of the list in milliseconds during the import. */
  meanwhile: number[]
  /** Response times of the list in milliseconds while the server is idle. */
  atRest: number[]
}

/** Imports an archive of this many files while the list is being requested. */
export async function importArchive(
  rider: Client,
  { file, files }: { file: string; files: number },
): Promise<ImportRun> {
  const before = tokenisingTimes(TOKENISED, POINTS)
  const started = performance.now()
  const { data } = await rider('POST', '/api/workouts', uploadForm(file, { sport_id: 1 }))
  const meanwhile: number[] = []
  const isOver = async () => {
    const { task } = await rider('GET', `/api/workouts/upload-tasks/${data.task_id}`)
    if (task.status === 'successful' && task.new_workouts_count === files) return true
    if (!['queued', 'in_progress'].includes(task.status)) throw new Error(JSON.stringify(task))
    return false
  }
  while (!(await isOver())) meanwhile.push(await lookAtList(rider))
  const rate = (files * 1000) / (performance.now() - started)
  const after = tokenisingTimes(TOKENISED, POINTS)
  const atRest: number[] = []
  while (atRest.length < meanwhile.length) atRest.push(await lookAtList(rider))
  return { rate, bare: 1000 / median([...before, ...after]), meanwhile, atRest }
}

async function lookAtList(rider: Client): Promise<number> {
  await Bun.sleep(PAUSE)
  const started = performance.now()
  // Each request has a different URL: when idle a response would be cached, but during the import it never is.
  await rider('GET', `/api/workouts?per_page=20&_=${started}`)
  return performance.now() - started
}
