private struct ContentView: View {
  var body: some View { Text("") }
}
