/** Short synthesized sounds. Browsers allow sound only after the first gesture of the user. */
import { settings } from "./settings"

export type Sound = "move" | "swap" | "roll" | "check" | "mate"

/** Frequencies in hertz, played one after the other. */
const TONES: Record<Sound, number[]> = {
  move: [220],
  swap: [330],
  roll: [180, 240, 200],
  check: [440, 440],
  mate: [330, 440, 660],
}
const TONE_LENGTH = 0.09 // length of a tone in seconds

let context: AudioContext | null = null

export function sound(name: Sound): void {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return
  try {
    context ??= new AudioContext()
    for (const [index, hertz] of TONES[name].entries()) {
      const start = context.currentTime + index * TONE_LENGTH
      const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz })
      const loudness = new GainNode(context, { gain: 0.15 })
      loudness.gain.setValueAtTime(0.15, start)
      loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_LENGTH)
      tone.connect(loudness).connect(context.destination)
      tone.start(start)
      tone.stop(start + TONE_LENGTH)
    }
  } catch {
    // no audio device
  }
}
