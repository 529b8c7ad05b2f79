import { HOUR } from '@/lib/time/clock'
import type { DemoApi } from './api'
import { between, pick, type Random } from './random'
import type { Schedule } from './schedule'

const WORDS = [
  'What a view! Take me along next time?',
  'That climb again … respect.',
  'We must have passed each other at the bridge.',
  'Was the gravel road dry?',
  'Cake or no cake?',
  'I saw you from the train and waved.',
  'Strong.',
] as const

const REPLIES = ['Next Saturday?', 'Dry, but full of walkers.', 'Cake. Always.', 'Thanks!'] as const

interface Talk {
  api: DemoApi
  schedule: Schedule
  random: Random
}

/** Schedules likes and comments of followers in the hours after a workout. */
export function planTalk(
  { api, schedule, random }: Talk,
  { owner, others, id, at }: { owner: string; others: readonly string[]; id: string; at: number },
): void {
  const later = (low: number, high: number) => at + between(random, low, high) * HOUR
  for (const other of others) {
    if (random() < 0.55)
      schedule.plan(later(0.5, 20), async () => {
        await api.call(other, 'POST', `/workouts/${id}/like`)
      })
    if (random() < 0.12) {
      const text = pick(random, WORDS)
      const reply = random() < 0.6 ? pick(random, REPLIES) : undefined
      schedule.plan(later(1, 10), () => comment(api, other, id, text))
      if (reply) schedule.plan(later(11, 24), () => comment(api, owner, id, `@${other} ${reply}`))
    }
  }
}

/** Adds a comment that the author's followers can see. */
async function comment(api: DemoApi, who: string, id: string, text: string): Promise<void> {
  await api.call(who, 'POST', `/workouts/${id}/comments`, {
    text,
    text_visibility: 'followers_only',
  })
}
