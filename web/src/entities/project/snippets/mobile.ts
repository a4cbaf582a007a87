import type { Snippets } from './snippet.ts'

/** Phones, and what else runs the same SDKs. */
export const MOBILE: Snippets = {
  apple: (dsn) => ({
    install: 'https://github.com/getsentry/sentry-cocoa.git // in Xcode: File, Add Package Dependencies',
    code: `import Sentry
import SwiftUI

@main
struct MyApp: App {
    init() {
        SentrySDK.start { options in
            options.dsn = "${dsn}"
        }
        SentrySDK.capture(message: "My first error")
    }

    var body: some Scene {
        WindowGroup { ContentView() }
    }
}`,
  }),

  android: (dsn) => ({
    install: 'implementation("io.sentry:sentry-android:8.+") // app/build.gradle.kts',
    code: `<!-- AndroidManifest.xml, in <application> -->
<meta-data android:name="io.sentry.dsn" android:value="${dsn}" />

// MainActivity.kt
import io.sentry.Sentry

Sentry.captureException(RuntimeException("My first error"))`,
  }),

  'react-native': (dsn) => ({
    install: 'npm install @sentry/react-native',
    code: `import * as Sentry from '@sentry/react-native'

Sentry.init({ dsn: '${dsn}' })

Sentry.captureException(new Error('My first error'))

export default Sentry.wrap(App)`,
  }),

  flutter: (dsn) => ({
    install: 'flutter pub add sentry_flutter',
    code: `import 'package:flutter/widgets.dart';
import 'package:sentry_flutter/sentry_flutter.dart';

Future<void> main() async {
  await SentryFlutter.init(
    (options) => options.dsn = '${dsn}',
    appRunner: () => runApp(SentryWidget(child: MyApp())),
  );
  await Sentry.captureException(Exception('My first error'));
}`,
  }),
}
