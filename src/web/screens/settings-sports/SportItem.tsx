import type { Sport } from '@/web/api/sports'
import { ExpandButton } from '@/web/components/ExpandButton'
import classes from '@/web/components/ItemList.module.css'
import { ItemRow } from '@/web/components/ItemRow'
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
      <ItemRow
        picture={<SportMedal sportId={sport.id} size={34} decorative />}
        name={sport.label}
        isOff={!sport.is_active_for_user}
        facts={[facts.join(' · ')]}
      >
        <ExpandButton
          text={t('form.edit')}
          label={t('sports.editOne', { sport: sport.label })}
          expanded={open}
          onToggle={onToggle}
        />
      </ItemRow>
      {open && (
        <div className={classes.body}>
          <SportForm sport={sport} />
        </div>
      )}
    </li>
  )
}
