let audio: AudioContext | undefined;

/** Called in a tap: browsers keep a page silent until its person does something. */
export function wakeBell(): void {
  audio ??= new AudioContext();
  audio.resume().catch(() => undefined);
}

/** Two rising tones. Silent if nobody tapped since the page was loaded. */
export function ring(): void {
  if (audio?.state !== 'running') return;
  for (const [at, hertz] of [
    [0, 880],
    [0.18, 1320],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const begin = audio.currentTime + at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.4, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.4);
  }
}
