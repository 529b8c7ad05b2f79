import type { Sport } from '@/web/api/sports'
import { ExpandButton } from '@/web/components/ExpandButton'
import classes from '@/web/components/ItemList.module.css'
import { SportMedal } from '@/web/components/SportMedal'
import { t } from '@/web/i18n/text'
import { SportForm } from './SportForm'

/** One sport; opens to be changed. */
export function SportItem({
  sport,
  open,
  onToggle,
}: {
  sport: Sport
  open: boolean
  onToggle: () => void
}) {
  const facts = [
    sport.is_active_for_user ? null : t('sports.off'),
    ...sport.default_equipments.map(({ label }) => label),
  ].filter(Boolean)
  return (
    <li>
      <div className={classes.row}>
        <SportMedal sportId={sport.id} size={34} decorative />
        <span className={classes.names}>
          <span className={sport.is_active_for_user ? classes.name : classes.off}>
            {sport.label}
          </span>
          {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
        </span>
        <ExpandButton
          text={t('form.edit')}
          label={t('sports.editOne', { sport: sport.label })}
          expanded={open}
          onToggle={onToggle}
        />
      </div>
      {open && (
        <div className={classes.body}>
          <SportForm sport={sport} />
        </div>
      )}
    </li>
  )
}
