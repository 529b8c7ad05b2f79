import { DAY } from '@/lib/time/clock'
import type { DemoApi, DemoResponse } from './api'
import type { Schedule } from './schedule'

interface Scene {
  api: DemoApi
  schedule: Schedule
  end: number
  /** The latest workout of the owner that others can see. */
  workout: () => string | undefined
}

/** Schedules a rude comment, a report about it, a decision, a pending appeal, and a second report that is still new. */
export function planModeration({ api, schedule, end, workout }: Scene): void {
  const ago = (days: number) => end - days * DAY
  const state: { comment?: string; report?: number } = {}
  schedule.plan(ago(9), async () => {
    const text = 'My grandmother is faster. Delete your account.'
    const reply = await api.call('tom', 'POST', `/workouts/${workout()}/comments`, {
      text,
      text_visibility: 'public',
    })
    if (reply.comment) state.comment = reply.comment.id
  })
  schedule.plan(ago(8.8), async () => {
    const note = 'Rude, and not the first time.'
    await report(api, 'mia', { object_type: 'comment', object_id: state.comment, note })
  })
  schedule.plan(ago(8), async () => {
    state.report = await newestReport(api)
    const reports = `/reports/${state.report}`
    await api.call('priya', 'PATCH', reports, { notes: 'Spoke with both. Not a misunderstanding.' })
    await api.call('priya', 'POST', `${reports}/actions`, {
      action_type: 'comment_suspension',
      comment_id: state.comment,
      reason: 'Insults people.',
    })
    await api.call('priya', 'POST', `${reports}/actions`, {
      action_type: 'user_warning',
      username: 'tom',
      reason: 'Please be kind.',
    })
  })
  schedule.plan(ago(6), async () => {
    await api.call('tom', 'POST', `/comments/${state.comment}/suspension/appeal`, {
      text: 'It was a joke among friends.',
    })
  })
  schedule.plan(ago(1.5), async () => {
    const note = 'Sends strange follow requests to my club.'
    await report(api, 'jonas', { object_type: 'user', object_id: 'tom', note })
  })
}

interface Complaint {
  object_type: 'comment' | 'user'
  object_id: string | undefined
  note: string
}

const report = (api: DemoApi, who: string, complaint: Complaint) =>
  api.call(who, 'POST', '/reports', complaint)

async function newestReport(api: DemoApi): Promise<number> {
  const { reports } = (await api.call('priya', 'GET', '/reports')) as DemoResponse & {
    reports?: { id: number }[]
  }
  const id = reports?.[0]?.id
  if (id === undefined) throw new Error('There is no report.')
  return id
}
