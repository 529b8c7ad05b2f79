import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteZone, refreshPrivacy, setHidesPassages } from '@/web/api/privacy/edit-privacy'
import type { PrivacyZone } from '@/web/api/privacy/privacy'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './PrivacyZones.module.css'
import type { ZoneEditor } from './use-zone-editor'
import { formatLength } from './zone-fields'

/** The zones, with buttons that change and delete them. */
export function ZoneList({
  zones,
  editor: { edit, target },
}: {
  zones: readonly PrivacyZone[]
  editor: ZoneEditor
}) {
  return (
    <ul className={lists.list} aria-label={t('privacyZones.own')}>
      {zones.map((zone) => (
        <ZoneItem
          key={zone.id}
          zone={zone}
          isEdited={zone.id === target?.zone?.id}
          onEdit={() => edit(zone)}
        />
      ))}
    </ul>
  )
}

function ZoneItem({
  zone,
  isEdited,
  onEdit,
}: {
  zone: PrivacyZone
  /** Whether the form edits the zone, which can then only be changed there. */
  isEdited: boolean
  onEdit: () => void
}) {
  const { id, name, positions, radius, hides_passages: hidesPassages } = zone
  const preferences = usePreferences()
  const client = useQueryClient()
  const onSuccess = () => refreshPrivacy(client)
  const switching = useMutation({
    mutationFn: (isHiding: boolean) => setHidesPassages(id, isHiding),
    onSuccess,
  })
  const deletion = useMutation({ mutationFn: () => deleteZone(id), onSuccess })
  const size = formatLength(radius, preferences)
  return (
    <li>
      <ItemRow
        name={name}
        facts={[
          positions.length === 1
            ? t('privacyZones.circleOf', { size })
            : t('privacyZones.areaOf', { count: positions.length, size }),
        ]}
        error={switching.error}
      >
        {!isEdited && (
          <>
            <Button variant="default" size="sm" aria-expanded={false} onClick={onEdit}>
              {t('form.edit')}
            </Button>
            <ConfirmButton
              label={t('privacyZones.delete')}
              title={t('privacyZones.deleteTitle', { name })}
              text={t('privacyZones.deleteText')}
              confirm={t('privacyZones.delete')}
              action={deletion}
            />
          </>
        )}
      </ItemRow>
      {!isEdited && (
        <div className={classes.body}>
          <Switch
            label={t('privacyZones.passages')}
            aria-label={`${t('privacyZones.passages')}: ${name}`}
            checked={switching.isPending ? switching.variables : hidesPassages}
            disabled={switching.isPending}
            onChange={({ currentTarget }) => switching.mutate(currentTarget.checked)}
          />
        </div>
      )}
    </li>
  )
}
