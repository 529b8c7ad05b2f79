import type { TextKey } from '@/web/i18n/text'

/** The screens that summarize all workouts, in display order. */
export const SUMMARY_SCREENS = [
  { to: '/statistics', label: 'nav.statistics' },
  { to: '/training', label: 'training.title' },
  { to: '/records', label: 'records.title' },
  { to: '/efforts', label: 'effort.title' },
  { to: '/routes', label: 'routes.title' },
  { to: '/courses', label: 'courses.title' },
  { to: '/segments', label: 'ranked.title' },
  { to: '/regions', label: 'regions.title' },
] as const satisfies readonly { to: string; label: TextKey }[]
