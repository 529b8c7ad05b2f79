import { t } from 'elysia'
import { flagParam, textParam } from '@/http/query-params'

export const feedQuery = t.Object({
  lang: textParam('Two-letter language code; English where it is not translated.'),
  imperial_units: flagParam('Miles and feet.'),
  description: flagParam('With the texts of the workouts.'),
})
