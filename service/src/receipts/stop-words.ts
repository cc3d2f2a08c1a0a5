/** The words of the six languages, in capitals without accents. Opt-out services know most of them. */
const stops = new Set([
  ...[
    'STOP',
    'STOPALL',
    'UNSUBSCRIBE',
    'ARRET',
    'ARRETE',
    'ARRETER',
    'ARRETEZ',
    'ALTO',
    'BAJA',
    'PARAR',
    'PARE',
    'SAIR',
  ],
  ...['KANPE', 'SISPANN', 'RETE', 'ACHA', 'SITISHA', 'KOMESHA'],
]);
const starts = new Set([
  ...['START', 'UNSTOP', 'DEMARRER', 'COMMENCER', 'REPRENDRE', 'INICIAR', 'COMENZAR', 'REANUDAR', 'ALTA', 'COMECAR'],
  ...['RETOMAR', 'KOMANSE', 'REKOMANSE', 'ANZA', 'ENDELEA'],
]);

/** The wish of an answer by SMS. Its first word decides, without case, accents and punctuation. */
export function readStopWord(text: string): 'stop' | 'start' | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase();
  const word = /[\p{L}\p{N}]+/u.exec(plain)?.[0] ?? '';
  return stops.has(word) ? 'stop' : starts.has(word) ? 'start' : null;
}
