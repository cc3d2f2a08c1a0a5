window.Scalar.createApiReference('#reference', {
  url: new URL('../openapi.json', document.currentScript.src).pathname,
  // Turns off everything that would contact another host.
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  // A pasted key is forgotten when the page closes.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'Rialto API reference' },
  favicon: new URL('icon.svg', document.currentScript.src).pathname,
});
