import { HOUR } from '@/lib/clock'
import type { Agenda } from './agenda'
import type { DemoApi } from './api'
import { between, pick, type Random } from './random'

const WORDS = [
  'What a view! Take me along next time?',
  'That climb again … respect.',
  'We must have passed each other at the bridge.',
  'Was the gravel road dry?',
  'Cake or no cake?',
  'I saw you from the train and waved.',
  'Strong.',
] as const

const ANSWERS = ['Next Saturday?', 'Dry, but full of walkers.', 'Cake. Always.', 'Thanks!'] as const

interface Talk {
  api: DemoApi
  agenda: Agenda
  random: Random
}

/** Lets the others like a workout and talk about it in the hours after it. */
export function planTalk(
  { api, agenda, random }: Talk,
  { owner, others, id, at }: { owner: string; others: readonly string[]; id: string; at: number },
): void {
  const later = (low: number, high: number) => at + between(random, low, high) * HOUR
  for (const other of others) {
    if (random() < 0.55)
      agenda.plan(later(0.5, 20), async () => {
        await api.call(other, 'POST', `/workouts/${id}/like`)
      })
    if (random() < 0.12) {
      const text = pick(random, WORDS)
      const answer = random() < 0.6 ? pick(random, ANSWERS) : undefined
      agenda.plan(later(1, 10), () => comment(api, other, id, text))
      if (answer) agenda.plan(later(11, 24), () => comment(api, owner, id, `@${other} ${answer}`))
    }
  }
}

/** Writes something about a workout, for those who may see it. */
async function comment(api: DemoApi, who: string, id: string, text: string): Promise<void> {
  await api.call(who, 'POST', `/workouts/${id}/comments`, {
    text,
    text_visibility: 'followers_only',
  })
}
