import { Button, Switch, TextInput } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { Form } from '@/web/components/forms/Form'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { CornerFields } from './CornerFields'
import classes from './PrivacyZones.module.css'
import type { ZoneEditor, ZoneTarget } from './use-zone-editor'
import {
  changeShape,
  formatLength,
  listRadii,
  MAX_NAME,
  type Shape,
  toZoneInput,
} from './zone-fields'

/** The form for a new zone, or for changing one. The map above it shows and changes its values. */
export function ZoneForm({ editor, target }: { editor: ZoneEditor; target: ZoneTarget }) {
  const { form, saving, close } = editor
  const name = useRef<HTMLInputElement>(null)
  const { zone, isOnMap } = target
  useEffect(() => {
    if (!isOnMap) name.current?.focus()
  }, [isOnMap])
  const title = zone ? t('privacyZones.editTitle', { name: zone.name }) : t('privacyZones.new')
  return (
    <section className={classes.editor} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <Form
        label={title}
        once
        // The map changes values too, so the editor protects them.
        guarded={false}
        saving={saving}
        after={
          <Button variant="default" size="md" onClick={close}>
            {t('form.cancel')}
          </Button>
        }
        onSubmit={form.onSubmit((fields) => saving.mutate(toZoneInput(fields)))}
      >
        <ZoneFields editor={editor} nameRef={name} />
      </Form>
    </section>
  )
}

function ZoneFields({
  editor,
  nameRef,
}: {
  editor: ZoneEditor
  nameRef: RefObject<HTMLInputElement | null>
}) {
  const { form } = editor
  const { shape, corners, radius, hidesPassages } = form.values
  const chooseShape = (next: Shape) =>
    form.setValues({ shape: next, corners: changeShape(corners, next) })
  return (
    <>
      <TextInput
        ref={nameRef}
        label={t('privacyZones.name')}
        maxLength={MAX_NAME}
        size="md"
        {...form.getInputProps('name')}
      />
      <SegmentedControl
        label={t('privacyZones.shape')}
        value={shape}
        onChange={chooseShape}
        data={[
          { value: 'circle', label: t('privacyZones.circle') },
          { value: 'area', label: t('privacyZones.area') },
        ]}
      />
      <CornerFields editor={editor} />
      <RadiusSlider
        shape={shape}
        radius={radius}
        onChange={(metres) => form.setFieldValue('radius', metres)}
      />
      <Switch
        label={t('privacyZones.passages')}
        description={t('privacyZones.passagesHint')}
        size="md"
        checked={hidesPassages}
        onChange={({ currentTarget }) => form.setFieldValue('hidesPassages', currentTarget.checked)}
      />
    </>
  )
}

/** A slider for the radius of a circle or the margin around an area, in steps that grow with it. */
function RadiusSlider({
  shape,
  radius,
  onChange,
}: {
  shape: Shape
  radius: number
  onChange: (metres: number) => void
}) {
  const preferences = usePreferences()
  const radii = listRadii(radius, preferences.units)
  const text = formatLength(radius, preferences)
  return (
    <label className={classes.slider}>
      <span>
        {t(shape === 'circle' ? 'privacyZones.radius' : 'privacyZones.margin')}{' '}
        <span className={classes.size}>{text}</span>
      </span>
      <input
        type="range"
        min={0}
        max={radii.length - 1}
        value={radii.indexOf(radius)}
        aria-valuetext={text}
        onChange={({ currentTarget }) => onChange(radii[Number(currentTarget.value)] ?? radius)}
      />
    </label>
  )
}
