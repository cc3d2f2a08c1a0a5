import type { Language } from '../messages/texts.ts';

type SheetTexts = {
  readonly scan: string;
  /** For a code that only apps of a scheme read. */
  readonly scanWith: string;
  readonly open: string;
  readonly orType: string;
  readonly test: string;
};

/** The words on a sheet for the counter. */
export const sheetTexts: Readonly<Record<Language, SheetTexts>> = {
  en: {
    scan: "Scan with your phone's camera to pay",
    scanWith: 'Scan with an app for {scheme} to pay',
    open: 'You enter the amount',
    orType: 'Or type this address:',
    test: 'TEST: no money moves',
  },
  fr: {
    scan: "Scannez avec l'appareil photo de votre téléphone pour payer",
    scanWith: 'Scannez avec une application {scheme} pour payer',
    open: 'Vous saisissez le montant',
    orType: 'Ou tapez cette adresse :',
    test: "TEST : aucun argent n'est transféré",
  },
  es: {
    scan: 'Escanee con la cámara de su teléfono para pagar',
    scanWith: 'Escanee con una aplicación de {scheme} para pagar',
    open: 'Usted escribe el monto',
    orType: 'O escriba esta dirección:',
    test: 'PRUEBA: no se mueve dinero',
  },
  pt: {
    scan: 'Leia com a câmera do seu celular para pagar',
    scanWith: 'Leia com um aplicativo de {scheme} para pagar',
    open: 'Você digita o valor',
    orType: 'Ou digite este endereço:',
    test: 'TESTE: nenhum dinheiro é movimentado',
  },
  ht: {
    scan: 'Eskane ak kamera telefòn ou pou peye',
    scanWith: 'Eskane ak yon aplikasyon {scheme} pou peye',
    open: 'Ou menm ki tape montan an',
    orType: 'Oswa tape adrès sa a:',
    test: 'TÈS: pa gen lajan k ap deplase',
  },
  sw: {
    scan: 'Changanua kwa kamera ya simu yako ili kulipa',
    scanWith: 'Changanua kwa programu ya {scheme} ili kulipa',
    open: 'Unaandika kiasi mwenyewe',
    orType: 'Au andika anwani hii:',
    test: 'JARIBIO: hakuna pesa inayohamishwa',
  },
};
