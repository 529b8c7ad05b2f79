import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { t } from '@/web/i18n/text'
import type { Position } from '@/web/map/nearest-position'
import classes from './PrivacyZones.module.css'
import type { ZoneEditor } from './use-zone-editor'
import { MAX_CORNERS, MIN_CORNERS, type ZoneForm } from './zone-fields'

/** The centre of a circle or the corners of an area: fields, and buttons that fill them. */
export function CornerFields({ editor: { form, place, middle } }: { editor: ZoneEditor }) {
  const { shape, corners } = form.values
  const isArea = shape === 'area'
  const placeMiddle = () => {
    if (middle.current) place(middle.current)
  }
  return (
    <>
      <p className={classes.hint}>
        {t(isArea ? 'privacyZones.areaHint' : 'privacyZones.circleHint')}
      </p>
      <div className={classes.buttons}>
        <LocateButton onLocate={place} />
        <Button
          variant="default"
          size="sm"
          disabled={corners.length >= MAX_CORNERS}
          onClick={placeMiddle}
        >
          {t('privacyZones.useMiddle')}
        </Button>
      </div>
      {corners.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner has no other identity than its place in the outline.
        <Corner key={index} form={form} index={index} />
      ))}
      {isArea && (
        <div>
          <Button
            variant="default"
            size="sm"
            disabled={corners.length >= MAX_CORNERS}
            onClick={() => form.insertListItem('corners', { latitude: '', longitude: '' })}
          >
            {t('privacyZones.addCorner')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The fields of the centre or of a corner, which can be removed as long as enough are left. */
function Corner({ form, index }: { form: ZoneForm; index: number }) {
  const { shape, corners } = form.values
  const isArea = shape === 'area'
  const number = index + 1
  return (
    <div className={classes.corner}>
      <FieldPair>
        <TextInput
          label={isArea ? t('privacyZones.cornerLatitude', { number }) : t('privacyZones.latitude')}
          autoComplete="off"
          size="md"
          {...form.getInputProps(`corners.${index}.latitude`)}
        />
        <TextInput
          label={
            isArea ? t('privacyZones.cornerLongitude', { number }) : t('privacyZones.longitude')
          }
          autoComplete="off"
          size="md"
          {...form.getInputProps(`corners.${index}.longitude`)}
        />
      </FieldPair>
      {isArea && corners.length > MIN_CORNERS && (
        <Button variant="default" size="sm" onClick={() => form.removeListItem('corners', index)}>
          {t('privacyZones.removeCorner', { number })}
        </Button>
      )}
    </div>
  )
}

/** Whether the browser offers the position of the device, which requires a secure connection. */
const canLocate = (): boolean => isSecureContext && 'geolocation' in navigator

/** Milliseconds to wait for the position of the device. */
const LOCATING_TIMEOUT = 20_000

const locate = (): Promise<Position> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      enableHighAccuracy: true,
      timeout: LOCATING_TIMEOUT,
    }),
  )

/** A button that uses the position of the device. */
function LocateButton({ onLocate }: { onLocate: (position: Position) => void }) {
  const locating = useMutation({ mutationFn: locate, onSuccess: onLocate })
  if (!canLocate()) return null
  return (
    <>
      <BusyButton
        variant="default"
        size="sm"
        busy={locating.isPending}
        onClick={() => locating.mutate()}
      >
        {t('privacyZones.locate')}
      </BusyButton>
      {locating.error && (
        <p className={classes.error} role="alert">
          {t('privacyZones.locateFailed')}
        </p>
      )}
    </>
  )
}
