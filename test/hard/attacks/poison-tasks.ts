import { zipBytes } from '../../support/tracks/zip'
import { type Attack, unexpectedStatus } from '../attack'
import { uploadForm, type Victim } from '../victim'

const TOO_MANY = 'the number of files in the archive exceeds the limit'
/** Milliseconds in which a task must be given up. */
const PATIENCE = 60_000

const stravaRow = (at: number) =>
  `${at},"Jan 1, 2024, 8:00:00 AM",A ride,Ride,,1800,10${','.repeat(20)}\n`

/** Small exports that grow far beyond what a server should hold in memory, with the error of their task. */
const EXPORTS: [what: string, name: string, make: () => string, ends: string][] = [
  [
    'a million workouts of Apple Health',
    'apple_health_export/export.xml',
    () => {
      const workout =
        '<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" startDate="2024-01-01 08:00:00 +0000"/>'
      return `<HealthData>${workout.repeat(1_000_000)}</HealthData>`
    },
    TOO_MANY,
  ],
  ['half a million rows of Strava', 'activities.csv', () => stravaRow(1).repeat(500_000), TOO_MANY],
  [
    '25,000 activities of Strava',
    'activities.csv',
    () => Array.from({ length: 25_000 }, (_, at) => stravaRow(at)).join(''),
    TOO_MANY,
  ],
  [
    'twelve million empty lists of Garmin',
    '1_summarizedActivities.json',
    () => `[${'[],'.repeat(12_000_000)}[]]`,
    '1_summarizedActivities.json has too many values.',
  ],
]

/** Archives whose import would exhaust the memory: each task ends with an error, and the server keeps running. */
export const poisonTasks: Attack = {
  name: 'poison tasks',
  run: async ({ victim, tried }) => {
    const token = await victim.account('ann')
    for (const [what, name, make, ends] of EXPORTS) {
      // With a sport it would be imported as an archive of recordings.
      const form = uploadForm('export.zip', zipBytes([{ name, content: make() }]))
      form.set('data', '{}')
      const { status, body } = await victim.call('POST', '/api/workouts', { token, form })
      tried(unexpectedStatus(what, status, 200))
      const task = await endOf(victim, token, body?.data?.task_id)
      tried(task?.status !== 'errored' && `${what}: the task is ${task?.status}`)
      const reason = task?.errored_files.archive
      tried(reason !== ends && `${what}: the task ended with ${reason}`)
      tried((task?.new_workouts_count ?? 0) > 20_000 && `${what}: more workouts than the limit`)
    }
  },
}

async function endOf(victim: Victim, token: string, id: string) {
  const limit = performance.now() + PATIENCE
  for (;;) {
    const { body } = await victim.call('GET', `/api/workouts/upload-tasks/${id}`, { token })
    const isOver = !['queued', 'in_progress'].includes(body?.task?.status)
    if (isOver || performance.now() > limit) return body?.task
    await Bun.sleep(100)
  }
}
