import type { TextKey } from '@/web/i18n/text'

/** The screens that tell what all workouts amount to, in their order. */
export const FIGURE_PLACES = [
  { to: '/statistics', label: 'nav.statistics' },
  { to: '/training', label: 'training.title' },
  { to: '/records', label: 'records.title' },
  { to: '/efforts', label: 'effort.title' },
  { to: '/routes', label: 'routes.title' },
] as const satisfies readonly { to: string; label: TextKey }[]
